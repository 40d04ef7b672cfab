import * as z from 'zod';
import {
  type Condition,
  type Database,
  getItem,
  type Item,
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
  type LaneWait,
  type NodeResult,
  type WaitingFor,
} from './execution.schema.ts';
import { executionTable } from './execution.table.ts';

/** All open runs share one partition of the sweeper's index, ordered by deadline. */
const openRuns = 'open';

/** What a step of a run, or of one of its lanes, writes in one conditional update. */
export type ExecutionChange = {
  /** Results by node id; others stay as they are. */
  results?: Record<string, NodeResult>;
  /** Bytes of all results inside the item, after this change. */
  inline_bytes?: number;
  state?: ExecutionState;
  /** null when the run waits no longer. */
  waiting_for?: WaitingFor | null;
  errors?: string[];
  deadline_at?: string;
  /** Of a lane: the node whose output is what it came to. */
  output_node?: string;
  updated_at: string;
  /** Given when the run ends: afterwards nothing changes it. */
  finished_at?: string;
  /** Given with `finished_at`: what follows from the end is still to be done. */
  outbox?: string;
};

export const asText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

export const asValue = (text: unknown): unknown =>
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

export const storedResults = (results: Record<string, NodeResult>) =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, stored(result)]));

/** Results as they were before they were stored. */
export const readResults = (results: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resultItems.parse(results)).map(
      ([id, result]) =>
        [id, { ...result, input: asValue(result.input), output: asValue(result.output) }] as const,
    ),
  );

const read = (item: Item): Execution =>
  execution.parse({ ...item, input: asValue(item.input), results: readResults(item.results) });

/** What a step changes, attribute by attribute. */
export const stepSettings = ({ results = {}, waiting_for, ...rest }: ExecutionChange): Setting[] => [
  ...Object.entries(results).map(([id, result]): Setting => [['results', id], stored(result)]),
  ...Object.entries(rest).map(([name, value]): Setting => [[name], value]),
  ...(waiting_for === undefined
    ? []
    : [[['waiting_for'], waiting_for ?? undefined] satisfies Setting]),
  ...(rest.finished_at === undefined ? [] : [[['open'], undefined] satisfies Setting]),
];

/** What changes with a lane's wait besides. */
type WaitChange = { state?: ExecutionState; deadline_at?: string; updated_at: string };

/** The run, or lane, is open, and was last written when `seen` says, where that is told. */
export const isOpen = (seen?: string): Condition => ({
  text: `attribute_exists(#open)${seen === undefined ? '' : ' AND #at = :seen'}`,
  names: { '#open': 'open', ...(seen !== undefined && { '#at': 'updated_at' }) },
  ...(seen !== undefined && { values: { ':seen': seen } }),
});

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
      updateItem(db, executionTable, keyOf(id), stepSettings(change), isOpen(seen)),

    /** Adds or removes (null) what a lane waits for; false where the run has ended. */
    setWait: (id: string, key: string, wait: LaneWait | null, more: WaitChange): Promise<boolean> =>
      updateItem(
        db,
        executionTable,
        keyOf(id),
        [
          [['waits', key], wait ?? undefined],
          ...Object.entries(more).map(([name, value]): Setting => [[name], value]),
        ],
        isOpen(),
      ),

    /** Everything that follows from the run's end was done. */
    markSettled: (id: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), [[['outbox'], undefined]], {
        text: 'attribute_exists(#o)',
        names: { '#o': 'outbox' },
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
