import * as z from 'zod';
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
import { type Accept, readPage } from '#lib/kernel/lists.ts';
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

const asText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const asValue = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;

/** Free-form values are stored as JSON: DynamoDB's own numbers, names and depth are narrower. */
const stored = (result: NodeResult) => ({
  ...result,
  input: asText(result.input),
  output: asText(result.output),
});

const resultItems = z.record(
  z.string(),
  z.looseObject({ input: z.string().optional(), output: z.string().optional() }),
);

const storedResults = (results: Record<string, NodeResult>) =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, stored(result)]));

const read = (item: Item): Execution => {
  const results = Object.entries(resultItems.parse(item.results)).map(
    ([id, result]) =>
      [id, { ...result, input: asValue(result.input), output: asValue(result.output) }] as const,
  );
  const input = asValue(item.input);
  return execution.parse({ ...item, input, results: Object.fromEntries(results) });
};

const settingsOf = ({ results = {}, waiting_for, ...rest }: ExecutionChange): Setting[] => [
  ...Object.entries(results).map(([id, result]): Setting => [['results', id], stored(result)]),
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
    accept?: Accept<Execution>,
  ): Promise<Page<Execution>> => {
    return readPage(db, { question, request, scope, parse: read, ...(accept && { accept }) });
  };

  return {
    async get(id: string): Promise<Execution | undefined> {
      const item = await getItem(db, executionTable, keyOf(id));
      return item && read(item);
    },

    page: (
      request: PageRequest,
      scope: readonly unknown[],
      accept?: Accept<Execution>,
    ): Promise<Page<Execution>> => {
      const question = { table: executionTable, partition: tenantId, descending: true };
      return page(question, request, scope, accept);
    },

    pageOfBot: (
      botId: string,
      request: PageRequest,
      scope: readonly unknown[],
      accept?: Accept<Execution>,
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
        input: asText(one.input),
        results: storedResults(one.results),
        bot_key: `${tenantId}#${one.bot_id}`,
        open: openRuns,
      }),

    /**
     * Writes a step of an open run; false where the run has ended, or was updated at another time
     * than `seen`, where that is told: then nothing is written.
     */
    commit: (id: string, change: ExecutionChange, seen?: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), settingsOf(change), {
        text: `attribute_exists(#open)${seen === undefined ? '' : ' AND #at = :seen'}`,
        names: { '#open': 'open', ...(seen !== undefined && { '#at': 'updated_at' }) },
        ...(seen !== undefined && { values: { ':seen': seen } }),
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
  for await (const item of readItems(db, question, { limit: 100 })) yield read(item);
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
