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
  type Setting,
  takeMark,
  updateItem,
} from '#lib/kernel/database.ts';
import {
  type Execution,
  execution,
  type ExecutionState,
  type LaneWait,
  type NodeResult,
  type OpenState,
  type WaitingFor,
} from './execution.schema.ts';
import { waitedForBy } from './execution.rules.ts';
import { executionTable } from './execution.table.ts';
import { standingOf } from './outcome/standing.rules.ts';
import type { Decision, OutcomeKind } from './outcome/outcome.schema.ts';

/** What a step of a run, or of one of its lanes, writes in one conditional update. */
export type ExecutionChange = {
  /** Results by node id; others stay as they are. */
  results?: Record<string, NodeResult>;
  /** Bytes of all results inside the item, after this change. */
  inline_bytes?: number;
  state?: ExecutionState;
  /** Of a run, given when it ends: `outcomeOf` its state and results. */
  outcome?: OutcomeKind;
  decision?: Decision;
  /** null when the run waits no longer. */
  waiting_for?: WaitingFor | null;
  errors?: string[];
  deadline_at?: string;
  /** Of a lane: the node whose output is what it came to. */
  output_node?: string;
  updated_at: string;
  /** Given when the run ends: afterwards nothing changes it. */
  finished_at?: string;
  /** Given with `finished_at`: what the run used, in US dollars. */
  cost?: number;
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
export const stepSettings = ({
  results = {},
  waiting_for,
  ...rest
}: ExecutionChange): Setting[] => [
  ...Object.entries(results).map(([id, result]): Setting => [['results', id], stored(result)]),
  ...asSettings(rest),
  ...(waiting_for === undefined
    ? []
    : [[['waiting_for'], waiting_for ?? undefined] satisfies Setting]),
  [['open'], rest.finished_at === undefined ? ('open' satisfies OpenState) : undefined],
];

type Stands = Pick<Execution, 'state' | 'outcome'>;

/** Keeps a run in the indexes under how it stands: written wherever its state is. */
const stateKey = (id: string, stands: Stands): string => `${standingOf(stands)}#${id}`;

/** An outcome is written with the state that the run ends in, never alone. */
const movedTo = (id: string, { state, outcome }: Partial<Stands>): Setting[] =>
  state ? [[['state_key'], stateKey(id, { state, outcome })]] : [];

/** What runs are found by, besides their own keys. */
const keysOfNew = (
  tenantId: string,
  { _id, bot_id, state, outcome, trigger, options, app }: NewExecution,
) => {
  const parent = waitedForBy({ trigger, options });
  return {
    bot_key: `${tenantId}#${bot_id}`,
    state_key: stateKey(_id, { state, outcome }),
    ...(trigger.type === 'manual' && { caller_key: `${tenantId}#${trigger.user_id}` }),
    ...(parent && { parent_key: `${tenantId}#${parent.bot_exc_id}` }),
    ...(trigger.type === 'manual' && app && { app_caller_key: `${tenantId}#${trigger.user_id}` }),
  };
};

export type NewExecution = Omit<Execution, 'tenant_id' | 'bot_key'>;

/** What changes with a lane's wait besides. */
type WaitChange = { state?: ExecutionState; updated_at: string };

/** The run, or lane, is open, and was last written when `seen` says, where that is told. */
export const isOpen = (seen?: string): Condition => ({
  text: `attribute_exists(#open)${seen === undefined ? '' : ' AND #at = :seen'}`,
  names: { '#open': 'open', ...(seen !== undefined && { '#at': 'updated_at' }) },
  ...(seen !== undefined && { values: { ':seen': seen } }),
});

/** The run is open, and what its lanes wait for is what was seen, where that is told. */
const whereWaiting = (seen: Execution['waits'] | undefined): Condition => {
  const { text, names } = isOpen();
  return seen === undefined
    ? { text, ...(names && { names }) }
    : {
        text: `${text} AND #waits = :waits`,
        names: { ...names, '#waits': 'waits' },
        values: { ':waits': seen },
      };
};

const there = 'attribute_exists(#id)';

const untold: Condition = {
  text: `${there} AND attribute_not_exists(#t)`,
  names: { '#id': '_id', '#t': 'told' },
};

/** What the lanes of a run wait for. */
const waitsOf = (db: Database, keyOf: (id: string) => { tenant_id: string; _id: string }) => ({
  /**
   * Adds or removes (null) what a lane waits for; false where the run has ended, or other lanes
   * wait by now than those of `seen`, where that is told: then nothing is written.
   */
  setWait: (
    id: string,
    key: string,
    wait: LaneWait | null,
    more: WaitChange,
    seen?: Execution['waits'],
  ): Promise<boolean> =>
    updateItem(
      db,
      executionTable,
      keyOf(id),
      [[['waits', key], wait ?? undefined], ...asSettings(more), ...movedTo(id, more)],
      whereWaiting(seen),
    ),
});

type KeyOf = (id: string) => { tenant_id: string; _id: string };

/** Writes a field of a run; false where it is another than before by now, or the run is gone. */
const exchange =
  <T>(db: Database, keyOf: KeyOf, field: 'resumed_as' | 'again_as') =>
  (id: string, value: T | undefined, before: T | undefined): Promise<boolean> =>
    updateItem(db, executionTable, keyOf(id), [[[field], value]], {
      text: before === undefined ? `${there} AND attribute_not_exists(#f)` : '#f = :before',
      names: { '#f': field, ...(before === undefined && { '#id': '_id' }) },
      ...(before !== undefined && { values: { ':before': before } }),
    });

/** What is written on a run that has ended. */
const afterEnd = (db: Database, keyOf: KeyOf) => ({
  /** Says which run goes on where this one stopped, if any. */
  claimResume: exchange<string>(db, keyOf, 'resumed_as'),

  /** Says which runs do a part of it again. */
  noteAgain: exchange<string[]>(db, keyOf, 'again_as'),

  /** Everything that follows from the run's end was done. */
  markSettled: (id: string): Promise<boolean> =>
    takeMark(db, executionTable, keyOf(id), 'outbox'),

  /** False where it is under way, or something that follows from its end is still to be done. */
  removeEnded: (id: string): Promise<boolean> =>
    deleteItem(db, executionTable, keyOf(id), {
      text: `${there} AND attribute_not_exists(#open) AND attribute_not_exists(#o)`,
      names: { '#id': '_id', '#open': 'open', '#o': 'outbox' },
    }),
});

/** The runs of one organisation, newest first. */
export const executionStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  return {
    async get(id: string): Promise<Execution | undefined> {
      const item = await getItem(db, executionTable, keyOf(id));
      return item && read(item);
    },

    /** False where the run exists already. */
    create: (one: NewExecution): Promise<boolean> =>
      putNewItem(db, executionTable, {
        ...one,
        ...keyOf(one._id),
        input: asText(one.input),
        results: storedResults(one.results),
        ...keysOfNew(tenantId, one),
      }),

    /**
     * Writes a step of an open run; false where the run has ended, or was updated at another time
     * than `seen`, where that is told: then nothing is written.
     */
    commit: (id: string, change: ExecutionChange, seen?: string): Promise<boolean> =>
      updateItem(
        db,
        executionTable,
        keyOf(id),
        [...stepSettings(change), ...movedTo(id, change)],
        isOpen(seen),
      ),

    /** Takes a run out of its queue, to be started; false where it has left it already. */
    leaveQueue: (id: string, times: Pick<Execution, 'updated_at' | 'deadline_at'>) =>
      updateItem(
        db,
        executionTable,
        keyOf(id),
        [
          [['state'], 'IN_PROGRESS' satisfies ExecutionState],
          ...movedTo(id, { state: 'IN_PROGRESS' }),
          [['open'], 'new' satisfies OpenState],
          [['queue_at'], undefined],
          ...asSettings(times),
        ],
        { text: '#open = :q', names: { '#open': 'open' }, values: { ':q': 'queued' } },
      ),

    /** Gives an open run more time; never less. */
    extendDeadline: (id: string, deadline: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), [[['deadline_at'], deadline]], {
        text: 'attribute_exists(#open) AND #d < :d',
        names: { '#open': 'open', '#d': 'deadline_at' },
        values: { ':d': deadline },
      }),

    /** Whoever started it is told by mail what became of it; false where they were before. */
    markTold: (id: string): Promise<boolean> =>
      updateItem(db, executionTable, keyOf(id), [[['told'], true]], untold),

    ...waitsOf(db, keyOf),

    ...afterEnd(db, keyOf),
  };
};

export type ExecutionStore = ReturnType<typeof executionStore>;

/** The runs of all tenants that an index yields for a question about it. */
export async function* readExecutions(
  db: Database,
  question: Omit<Question, 'table'> & { index: string },
  limit = 100,
): AsyncGenerator<Execution> {
  const asked = { table: executionTable, ...question };
  for await (const item of readItems(db, asked, { limit })) yield read(item);
}

/** The runs that agents of a run have started. */
export const childRuns = (db: Database, tenantId: string, bot_exc_id: string) =>
  readExecutions(db, { index: 'by_parent', partition: `${tenantId}#${bot_exc_id}` });
