import * as z from 'zod';
import {
  asSettings,
  type Condition,
  type Database,
  deleteItem,
  getItem,
  type Item,
  putNewItem,
  type Question,
  readItems,
  removeMark,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import {
  type Execution,
  execution,
  type ExecutionState,
  type LaneWait,
  type NodeResult,
  type OpenPhase,
  type WaitingFor,
} from './execution.schema.ts';
import { parentTriggerOf } from './execution.rules.ts';
import { executionTable } from './execution.table.ts';
import { standingOf } from './outcome/standing.rules.ts';
import type { Decision, OutcomeKind } from './outcome/outcome.schema.ts';

/** What a step of a run, or of one of its lanes, writes in one conditional update. */
export type ExecutionChange = {
  /** Results by node id; other results stay unchanged. */
  results?: Record<string, NodeResult>;
  /** Bytes of all results stored in the item, after this change. */
  inline_bytes?: number;
  state?: ExecutionState;
  /** For a run, set when it ends: `outcomeOf` its state and results. */
  outcome?: OutcomeKind;
  decision?: Decision;
  /** null removes it: the run no longer waits. */
  waiting_for?: WaitingFor | null;
  errors?: string[];
  deadline_at?: string;
  /** For a lane: the node whose output is the result of the lane. */
  output_node?: string;
  updated_at: string;
  /** Set when the run ends; it also removes `open`, so later steps are rejected. */
  finished_at?: string;
  /** Set with `finished_at`: the cost of the run in US dollars. */
  cost?: number;
  /** Set with `finished_at`: marks that follow-up work is still to be done. */
  outbox?: string;
};

export const toJsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

export const fromJsonText = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;

/** Free-form values are stored as JSON: DynamoDB restricts numbers, names and nesting more. */
const toStoredResult = (result: NodeResult) => ({
  ...result,
  input: toJsonText(result.input),
  output: toJsonText(result.output),
});

const resultItems = z.record(
  z.string(),
  z.looseObject({ input: z.string().optional(), output: z.string().optional() }),
);

export const toStoredResults = (results: Record<string, NodeResult>) =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, toStoredResult(result)]));

/** Restores results from their stored form. */
export const parseStoredResults = (results: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resultItems.parse(results)).map(([id, { input, output, ...result }]) => [
      id,
      { ...result, input: fromJsonText(input), output: fromJsonText(output) },
    ]),
  );

const parseExecution = (item: Item): Execution =>
  execution.parse({
    ...item,
    input: fromJsonText(item.input),
    results: parseStoredResults(item.results),
  });

/** The attributes that a step writes. */
export const stepSettings = ({
  results = {},
  waiting_for,
  ...rest
}: ExecutionChange): Setting[] => [
  ...Object.entries(results).map(([id, result]): Setting => [
    ['results', id],
    toStoredResult(result),
  ]),
  ...asSettings(rest),
  ...(waiting_for === undefined
    ? []
    : [[['waiting_for'], waiting_for ?? undefined] satisfies Setting]),
  [['open'], rest.finished_at === undefined ? ('open' satisfies OpenPhase) : undefined],
];

type StateAndOutcome = Pick<Execution, 'state' | 'outcome'>;

/** Sort key of the indexes by standing; written whenever the state is. */
const stateKey = (id: string, stands: StateAndOutcome): string => `${standingOf(stands)}#${id}`;

/** Moves the run in those indexes. An outcome is only written together with the final state. */
const stateKeySettings = (id: string, { state, outcome }: Partial<StateAndOutcome>): Setting[] =>
  state ? [[['state_key'], stateKey(id, { state, outcome })]] : [];

/** Index keys of a new run. */
const indexKeysOf = (
  tenantId: string,
  { _id, bot_id, state, outcome, trigger, options, app }: NewExecution,
) => {
  const parent = parentTriggerOf({ trigger, options });
  return {
    bot_key: `${tenantId}#${bot_id}`,
    state_key: stateKey(_id, { state, outcome }),
    ...(trigger.type === 'manual' && { caller_key: `${tenantId}#${trigger.user_id}` }),
    ...(parent && { parent_key: `${tenantId}#${parent.bot_exc_id}` }),
    ...(trigger.type === 'manual' && app && { app_caller_key: `${tenantId}#${trigger.user_id}` }),
  };
};

export type NewExecution = Omit<Execution, 'tenant_id' | 'bot_key'>;

/** Other attributes that are written together with a lane's wait. */
type WaitChange = { state?: ExecutionState; updated_at: string };

/** Requires the run or lane to be open and, if `expectedAt` is given, `updated_at` to equal it. */
export const openCondition = (expectedAt?: string): Condition => ({
  text: `attribute_exists(#open)${expectedAt === undefined ? '' : ' AND #at = :seen'}`,
  names: { '#open': 'open', ...(expectedAt !== undefined && { '#at': 'updated_at' }) },
  ...(expectedAt !== undefined && { values: { ':seen': expectedAt } }),
});

/** Requires the run to be open and, if `expected` is given, the waits of its lanes to equal it. */
const waitsCondition = (expected: Execution['waits'] | undefined): Condition => {
  const { text, names } = openCondition();
  return expected === undefined
    ? { text, ...(names && { names }) }
    : {
        text: `${text} AND #waits = :waits`,
        names: { ...names, '#waits': 'waits' },
        values: { ':waits': expected },
      };
};

const itemExists = 'attribute_exists(#id)';

const unmailedCondition: Condition = {
  text: `${itemExists} AND attribute_not_exists(#t)`,
  names: { '#id': '_id', '#t': 'told' },
};

/** Writes what the lanes of a run wait for. */
const waitWrites = (db: Database, keyOf: (id: string) => { tenant_id: string; _id: string }) => ({
  /**
   * Adds or removes (null) the wait of a lane. Returns false and writes nothing if the run has
   * ended, or if `expectedWaits` is given and the waits have changed since.
   */
  setWait: (
    id: string,
    key: string,
    wait: LaneWait | null,
    change: WaitChange,
    expectedWaits?: Execution['waits'],
  ): Promise<boolean> =>
    updateItem(
      db,
      executionTable,
      keyOf(id),
      [[['waits', key], wait ?? undefined], ...asSettings(change), ...stateKeySettings(id, change)],
      waitsCondition(expectedWaits),
    ),
});

type KeyOf = (id: string) => { tenant_id: string; _id: string };

/** Writes a field if it still has the value `expected`; false if not, or if the run is gone. */
const compareAndSet =
  <T>(db: Database, keyOf: KeyOf, field: 'resumed_as' | 'again_as') =>
  (id: string, value: T | undefined, expected: T | undefined): Promise<boolean> =>
    updateItem(db, executionTable, keyOf(id), [[[field], value]], {
      text: expected === undefined ? `${itemExists} AND attribute_not_exists(#f)` : '#f = :before',
      names: { '#f': field, ...(expected === undefined && { '#id': '_id' }) },
      ...(expected !== undefined && { values: { ':before': expected } }),
    });

/** Writes to runs that have ended. */
const endedRunWrites = (db: Database, keyOf: KeyOf) => ({
  /** Records which run resumes this one; undefined takes the claim back. */
  claimResume: compareAndSet<string>(db, keyOf, 'resumed_as'),

  /** Records which runs repeat a part of this one. */
  noteAgain: compareAndSet<string[]>(db, keyOf, 'again_as'),

  /** Marks that all follow-up work of the run's end is done. */
  markSettled: (id: string): Promise<boolean> =>
    removeMark(db, executionTable, keyOf(id), 'outbox'),

  /** Deletes the run; false if it is still open, or if its follow-up work is not yet done. */
  removeEnded: (id: string): Promise<boolean> =>
    deleteItem(db, executionTable, keyOf(id), {
      text: `${itemExists} AND attribute_not_exists(#open) AND attribute_not_exists(#o)`,
      names: { '#id': '_id', '#open': 'open', '#o': 'outbox' },
    }),
});

/** The runs of one organisation. */
export const executionStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  return {
    async get(id: string): Promise<Execution | undefined> {
      const item = await getItem(db, executionTable, keyOf(id));
      return item && parseExecution(item);
    },

    /** Returns false if the run exists already. */
    create: (one: NewExecution): Promise<boolean> =>
      putNewItem(db, executionTable, {
        ...one,
        ...keyOf(one._id),
        input: toJsonText(one.input),
        results: toStoredResults(one.results),
        ...indexKeysOf(tenantId, one),
      }),

    /**
     * Writes a step of an open run. Returns false and writes nothing if the run has ended, or if
     * `expectedUpdatedAt` is given and differs from its `updated_at`.
     */
    commit: (id: string, change: ExecutionChange, expectedUpdatedAt?: string): Promise<boolean> =>
      updateItem(
        db,
        executionTable,
        keyOf(id),
        [...stepSettings(change), ...stateKeySettings(id, change)],
        openCondition(expectedUpdatedAt),
      ),

    /** Takes a run out of its queue in order to start it; false if it is no longer queued. */
    leaveQueue: (id: string, times: Pick<Execution, 'updated_at' | 'deadline_at'>) =>
      updateItem(
        db,
        executionTable,
        keyOf(id),
        [
          [['state'], 'IN_PROGRESS' satisfies ExecutionState],
          ...stateKeySettings(id, { state: 'IN_PROGRESS' }),
          [['open'], 'new' satisfies OpenPhase],
          [['queue_at'], undefined],
          ...asSettings(times),
        ],
        { text: '#open = :q', names: { '#open': 'open' }, values: { ':q': 'queued' } },
      ),

    /** Moves the deadline of an open run to a later time, never to an earlier one. */
    extendDeadline: (id: string, deadline: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), [[['deadline_at'], deadline]], {
        text: 'attribute_exists(#open) AND #d < :d',
        names: { '#open': 'open', '#d': 'deadline_at' },
        values: { ':d': deadline },
      }),

    /** Claims the mail about the outcome of a run; false if it was claimed before. */
    markTold: (id: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), [[['told'], true]], unmailedCondition),

    ...waitWrites(db, keyOf),

    ...endedRunWrites(db, keyOf),
  };
};

export type ExecutionStore = ReturnType<typeof executionStore>;

/** The runs of all tenants that match a query of an index. */
export async function* readExecutions(
  db: Database,
  question: Omit<Question, 'table'> & { index: string },
  limit = 100,
): AsyncGenerator<Execution> {
  const query = { table: executionTable, ...question };
  for await (const item of readItems(db, query, { limit })) yield parseExecution(item);
}

/** The runs that the AI agents of a run have started and wait for. */
export const childRuns = (db: Database, tenantId: string, bot_exc_id: string) =>
  readExecutions(db, { index: 'by_parent', partition: `${tenantId}#${bot_exc_id}` });
