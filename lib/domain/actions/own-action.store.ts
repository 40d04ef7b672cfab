import {
  type Database,
  deleteItem,
  getItem,
  type Item,
  putItem,
  putNewItem,
  readItems,
} from '#lib/kernel/database.ts';
import { entities } from '#lib/kernel/entities.ts';
import { readPage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { isOwnAction } from './action-id.rules.ts';
import type { ActionSummary } from './action.schema.ts';
import { typesFor } from './fits.rules.ts';
import { agentUse } from './reads-only.rules.ts';
import { toolFactsOf } from './tool-facts.rules.ts';
import {
  type ActionVersion,
  actionVersion,
  type OwnAction,
  ownAction,
  type OwnActionSummary,
  ownActionSummary,
} from './own-action.schema.ts';
import { actionTable, actionVersionTable } from './own-action.table.ts';

const opened = ({ definition, ...item }: Item): OwnAction =>
  ownAction.parse({ ...item, ...Object(unpack(definition)) });

/** What lists do not show is one value: nobody asks the database about its parts. */
const closed = ({ parameters_definition, call, ...rest }: OwnAction): Item => ({
  ...rest,
  definition: pack({ parameters_definition, call }),
});

const shown = Object.keys(ownActionSummary.shape).filter((name) => name !== '_id');

type FittingSummary = OwnActionSummary &
  Pick<ActionSummary, 'integration_types' | 'agent_use' | 'agent_facts'>;

/** Which integrations a call of AWS fits, and whether it reads, is told by its definition. */
const summaryIn = ({ definition, ...item }: Item): FittingSummary => {
  const summary = ownActionSummary.parse(item);
  const isCall = summary.executable_type === 'aws' || summary.executable_type === 'rest';
  const { call, parameters_definition = [] } = isCall ? Object(unpack(definition)) : {};
  const whole = { ...summary, call, parameters_definition };
  return {
    ...summary,
    integration_types: typesFor(whole),
    agent_use: agentUse(whole),
    agent_facts: toolFactsOf(whole),
  };
};

/** The actions that one organisation made. */
export const ownActionStore = (db: Database, tenantId: string) => {
  const actions = entities(db, { table: actionTable, tenantId, parse: opened });

  return {
    /** Undefined also for what is no id of one at all. */
    async get(id: string): Promise<OwnAction | undefined> {
      return isOwnAction(id) ? actions.get(id) : undefined;
    },

    /** All of them as lists show them, the oldest first. */
    async summaries(): Promise<FittingSummary[]> {
      const attributes = [...shown, 'definition'];
      const question = { table: actionTable, partition: tenantId, attributes };
      const found: FittingSummary[] = [];
      for await (const item of readItems(db, question)) found.push(summaryIn(item));
      return found;
    },

    underName: actions.underName,

    /** False where the id is taken. */
    create: (one: OwnAction): Promise<boolean> => putNewItem(db, actionTable, closed(one)),

    /** False where it was changed or deleted since it was read. */
    replace: ({ version }: Pick<OwnAction, 'version'>, one: OwnAction): Promise<boolean> =>
      putItem(db, actionTable, closed(one), {
        text: '#v = :v',
        names: { '#v': 'version' },
        values: { ':v': version },
      }),

    delete: actions.delete,
  };
};

/** What an organisation's actions were, each version once. */
export const actionVersionStore = (db: Database, tenantId: string) => {
  const partition = (id: string) => `${tenantId}#${id}`;
  const keyOf = (id: string, version: number) => ({ action_key: partition(id), version });
  const parse = (item: Item) => actionVersion.parse({ ...item, action: unpack(item.action) });

  return {
    async get(id: string, version: number): Promise<ActionVersion | undefined> {
      const item = await getItem(db, actionVersionTable, keyOf(id, version));
      return item && parse(item);
    },

    /** Newest first. A number above the present one is that of a save that came to no end. */
    page: (id: string, request: PageRequest, present: number): Promise<Page<ActionVersion>> => {
      const question = {
        table: actionVersionTable,
        partition: partition(id),
        descending: true,
      };
      const accept = ({ version }: ActionVersion) => version <= present;
      return readPage(db, { question, request, scope: ['versions'], parse, accept });
    },

    /** False where the number is taken. */
    create: (id: string, one: Omit<ActionVersion, 'action_key'>): Promise<boolean> =>
      putNewItem(db, actionVersionTable, {
        ...one,
        ...keyOf(id, one.version),
        action: pack(one.action),
      }),

    delete: (id: string, version: number): Promise<boolean> =>
      deleteItem(db, actionVersionTable, keyOf(id, version)),

    async deleteAll(id: string): Promise<void> {
      const numbers: number[] = [];
      const question = { table: actionVersionTable, partition: partition(id), attributes: [] };
      for await (const { version } of readItems(db, question)) numbers.push(Number(version));
      for (const number of numbers) await deleteItem(db, actionVersionTable, keyOf(id, number));
    },
  };
};
