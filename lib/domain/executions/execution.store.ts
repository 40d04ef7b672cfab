import {
  type Database,
  deleteItem,
  getItem,
  type Item,
  putItem,
  putNewItem,
  type Question,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import {
  type Execution,
  execution,
  type ExecutionState,
  type NodeResult,
  type WaitingFor,
} from './execution.schema.ts';
import { executionTable, pauseTable } from './execution.table.ts';

/** All open runs share one partition of the sweeper's index, ordered by deadline. */
const openRuns = 'open';

/** What a step of a run writes, in one conditional update. */
export type ExecutionChange = {
  /** Results by node id; others stay as they are. */
  results?: Record<string, NodeResult>;
  /** Bytes of all results inside the item, after this change. */
  inline_bytes?: number;
  state?: ExecutionState;
  /** null when the run waits no longer. */
  waiting_for?: WaitingFor | null;
  errors?: string[];
  updated_at: string;
  /** Given when the run ends: afterwards nothing changes it. */
  finished_at?: string;
};

const settingsOf = ({ results = {}, waiting_for, ...rest }: ExecutionChange): Setting[] => [
  ...Object.entries(results).map(([id, result]): Setting => [['results', id], result]),
  ...Object.entries(rest).map(([name, value]): Setting => [[name], value]),
  ...(waiting_for === undefined
    ? []
    : [[['waiting_for'], waiting_for ?? undefined] satisfies Setting]),
  ...(rest.finished_at === undefined ? [] : [[['open'], undefined] satisfies Setting]),
];

/** The runs of one organisation, newest first. */
export const executionStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const page = (
    question: Question,
    request: PageRequest,
    scope: readonly unknown[],
    accept?: (one: Execution) => boolean,
  ): Promise<Page<Execution>> => {
    const parse = (item: Item) => execution.parse(item);
    return readPage(db, { question, request, scope, parse, ...(accept && { accept }) });
  };

  return {
    async get(id: string): Promise<Execution | undefined> {
      const item = await getItem(db, executionTable, keyOf(id));
      return item && execution.parse(item);
    },

    page: (
      request: PageRequest,
      scope: readonly unknown[],
      accept?: (one: Execution) => boolean,
    ): Promise<Page<Execution>> => {
      const question = { table: executionTable, partition: tenantId, descending: true };
      return page(question, request, scope, accept);
    },

    pageOfBot: (
      botId: string,
      request: PageRequest,
      scope: readonly unknown[],
      accept?: (one: Execution) => boolean,
    ): Promise<Page<Execution>> => {
      const partition = `${tenantId}#${botId}`;
      const question = { table: executionTable, index: 'by_bot', partition, descending: true };
      return page(question, request, scope, accept);
    },

    /** False where the run exists already. */
    create: (one: Omit<Execution, 'tenant_id' | 'bot_key' | 'open'>): Promise<boolean> =>
      putNewItem(db, executionTable, {
        ...one,
        ...keyOf(one._id),
        bot_key: `${tenantId}#${one.bot_id}`,
        open: openRuns,
      }),

    /** Writes a step of an open run; false where the run has ended: then nothing is written. */
    commit: (id: string, change: ExecutionChange): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), settingsOf(change), {
        text: 'attribute_exists(#open)',
        names: { '#open': 'open' },
      }),
  };
};

export type ExecutionStore = ReturnType<typeof executionStore>;

/** Open runs whose deadline lies between two moments (ISO times), of all tenants. */
export async function* openExecutions(
  db: Database,
  from: string,
  to: string,
): AsyncGenerator<Execution> {
  const between = [from, to] as const;
  const question = { table: executionTable, index: 'open', partition: openRuns, between };
  for await (const item of readItems(db, question, { limit: 100 })) yield execution.parse(item);
}

/** Task tokens of waiting runs; a token resumes a run, so it is kept apart and deleted on use. */
export const pauseStore = (db: Database, tenantId: string) => {
  const keyOf = (botExcId: string, nodeId: string) => ({
    tenant_id: tenantId,
    _id: `${botExcId}#${nodeId}`,
  });
  return {
    put: (botExcId: string, nodeId: string, token: string): Promise<boolean> =>
      putItem(db, pauseTable, { ...keyOf(botExcId, nodeId), token }),

    async get(botExcId: string, nodeId: string): Promise<string | undefined> {
      const item = await getItem(db, pauseTable, keyOf(botExcId, nodeId));
      return typeof item?.token === 'string' ? item.token : undefined;
    },

    delete: (botExcId: string, nodeId: string): Promise<boolean> =>
      deleteItem(db, pauseTable, keyOf(botExcId, nodeId)),
  };
};

export type PauseStore = ReturnType<typeof pauseStore>;
