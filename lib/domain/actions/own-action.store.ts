import {
  type Database,
  deleteItem,
  getItem,
  type Item,
  putItem,
  putNewItem,
  readItems,
} from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import { readPage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { isOwnActionId } from './action-id.rules.ts';
import type { ActionSummary } from './action.schema.ts';
import { supportedTypesOf } from './supports-integration.rules.ts';
import { agentUseOf } from './reads-only.rules.ts';
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

const fromItem = ({ definition, ...item }: Item): OwnAction =>
  ownAction.parse({ ...item, ...Object(unpack(definition)) });

/** Fields that lists do not show are packed into one value; no query needs them individually. */
const toItem = ({ parameters_definition, call, ...rest }: OwnAction): Item => ({
  ...rest,
  definition: pack({ parameters_definition, call }),
});

const listedFields = Object.keys(ownActionSummary.shape).filter((name) => name !== '_id');

type SummaryWithFacts = OwnActionSummary &
  Pick<ActionSummary, 'integration_types' | 'agent_use' | 'agent_facts'>;

/** The definition is only unpacked for AWS and REST calls, which determine the derived fields. */
const readSummary = ({ definition, ...item }: Item): SummaryWithFacts => {
  const summary = ownActionSummary.parse(item);
  const isCall = summary.executable_type === 'aws' || summary.executable_type === 'rest';
  const { call, parameters_definition = [] } = isCall ? Object(unpack(definition)) : {};
  const action = { ...summary, call, parameters_definition };
  return {
    ...summary,
    integration_types: supportedTypesOf(action),
    agent_use: agentUseOf(action),
    agent_facts: toolFactsOf(action),
  };
};

/** The own actions of one organisation. */
export const ownActionStore = (db: Database, tenantId: string) => {
  const actions = entityStore(db, { table: actionTable, tenantId, parse: fromItem });

  return {
    /** Also returns undefined if the id is not that of an own action. */
    async get(id: string): Promise<OwnAction | undefined> {
      return isOwnActionId(id) ? actions.get(id) : undefined;
    },

    /** All actions as shown in lists, oldest first. */
    async summaries(): Promise<SummaryWithFacts[]> {
      const attributes = [...listedFields, 'definition'];
      const question = { table: actionTable, partition: tenantId, attributes };
      const found: SummaryWithFacts[] = [];
      for await (const item of readItems(db, question)) found.push(readSummary(item));
      return found;
    },

    underName: actions.underName,

    /** Returns false if the id is taken. */
    create: (one: OwnAction): Promise<boolean> => putNewItem(db, actionTable, toItem(one)),

    /** Returns false if it was changed or deleted since it was read. */
    replace: ({ version }: Pick<OwnAction, 'version'>, one: OwnAction): Promise<boolean> =>
      putItem(db, actionTable, toItem(one), {
        text: '#v = :v',
        names: { '#v': 'version' },
        values: { ':v': version },
      }),

    delete: actions.delete,
  };
};

/** The versions of an organisation's own actions. */
export const actionVersionStore = (db: Database, tenantId: string) => {
  const partition = (id: string) => `${tenantId}#${id}`;
  const keyOf = (id: string, version: number) => ({ action_key: partition(id), version });
  const parse = (item: Item) => actionVersion.parse({ ...item, action: unpack(item.action) });

  return {
    async get(id: string, version: number): Promise<ActionVersion | undefined> {
      const item = await getItem(db, actionVersionTable, keyOf(id, version));
      return item && parse(item);
    },

    /** Newest first, without versions above the current one, which belong to interrupted saves. */
    page: (id: string, request: PageRequest, present: number): Promise<Page<ActionVersion>> => {
      const question = {
        table: actionVersionTable,
        partition: partition(id),
        descending: true,
      };
      const accept = ({ version }: ActionVersion) => version <= present;
      return readPage(db, { question, request, scope: ['versions'], parse, accept });
    },

    /** Returns false if the version number is taken. */
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
