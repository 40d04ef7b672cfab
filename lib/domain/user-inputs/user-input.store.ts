import {
  asSettings,
  type Condition,
  type Database,
  getItem,
  type Item,
  putNewItem,
  readEntries,
  readItems,
  removeMark,
  updateItem,
} from '#lib/kernel/database.ts';
import { readFirst, readPage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { removeItems } from '#lib/kernel/removal.ts';
import { type AwaitedItem, listAwaited, openIndexFields } from '../pauses/pause.store.ts';
import { type NewUserInput, type UserInput, userInput } from './user-input.schema.ts';
import { userInputTable } from './user-input.table.ts';

/** Outbox value of the resolved forms whose runs have not been told yet. */
const resolvedPartition = 'resolved';

const parse = (item: Item): UserInput => userInput.parse({ ...item, inputs: unpack(item.inputs) });

/** Who filled it in, with which values, and when. */
export type Submission = Required<Pick<UserInput, 'inputs' | 'resolver' | 'resolved_at'>>;

/** The condition that it is pending, and has not expired at the time of the write. */
const openAtCondition = (now: string): Condition => ({
  text: '#st = :pending AND #ex > :now',
  names: { '#st': 'status', '#ex': 'expires_on' },
  values: { ':pending': 'PENDING', ':now': now },
});

const pendingCondition: Condition = {
  text: '#st = :pending',
  names: { '#st': 'status' },
  values: { ':pending': 'PENDING' },
};

/** The user inputs of one organisation, newest first. */
export const userInputStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const change = (id: string, fields: Item, condition: Condition): Promise<boolean> => {
    const settings = asSettings({ ...fields, pending: undefined, open: undefined });
    return updateItem(db, userInputTable, keyOf(id), settings, condition);
  };

  return {
    async get(id: string): Promise<UserInput | undefined> {
      const item = await getItem(db, userInputTable, keyOf(id));
      return item && parse(item);
    },

    /** `of`: all, or the pending ones by their index. */
    page: (
      of: 'all' | 'pending',
      request: PageRequest,
      scope: readonly unknown[],
      accept: (one: UserInput) => boolean,
    ): Promise<Page<UserInput>> =>
      readPage(db, {
        question: {
          table: userInputTable,
          partition: tenantId,
          descending: true,
          ...(of === 'pending' && { index: of }),
        },
        request,
        scope,
        parse,
        accept,
      }),

    /** Returns false if it exists already. */
    create: (one: NewUserInput): Promise<boolean> =>
      putNewItem(db, userInputTable, {
        ...one,
        ...keyOf(one._id),
        status: 'PENDING',
        inputs: pack(one.inputs),
        pending: tenantId,
        untold: true,
        ...openIndexFields(one),
      }),

    /**
     * Stores a submission, with the fact that the run must be told, in one write. Returns false if
     * another user was first, or if it had expired by then.
     */
    submit: (id: string, { inputs, ...rest }: Submission): Promise<boolean> => {
      const fields = { ...rest, status: 'RESOLVED', outbox: resolvedPartition };
      return change(id, { ...fields, inputs: pack(inputs) }, openAtCondition(rest.resolved_at));
    },

    /** Expires a pending one; returns false if somebody submitted it meanwhile. */
    expire: ({ _id }: Pick<UserInput, '_id'>): Promise<boolean> =>
      change(_id, { status: 'EXPIRED' }, pendingCondition),

    /** Withdraws a pending one because its run has ended. A resolved one stays. */
    withdraw: (id: string): Promise<boolean> =>
      change(id, { withdrawn: true, status: 'EXPIRED' }, pendingCondition),

    /** Removes the user inputs of a run; `between` gives the bounds of the ids. */
    removeOfRun: (runId: string, between: readonly [string, string]): Promise<number> =>
      removeItems(
        db,
        { table: userInputTable, partition: tenantId, between, attributes: ['bot_exc_id'] },
        ({ bot_exc_id }) => bot_exc_id === runId,
      ),

    /** Marks the people asked as mailed. */
    markTold: (id: string): Promise<boolean> => removeMark(db, userInputTable, keyOf(id), 'untold'),

    /** Marks the run as told. */
    markSent: (id: string): Promise<boolean> => removeMark(db, userInputTable, keyOf(id), 'outbox'),
  };
};

/**
 * The pending forms that have waited longest, and the number of pending forms, up to `maxCount`.
 */
export const pendingInputs = async (
  db: Database,
  tenantId: string,
  { maxShown, maxCount }: { maxShown: number; maxCount: number },
): Promise<{ oldest: UserInput[]; count: number }> => {
  const question = { table: userInputTable, index: 'pending', partition: tenantId };
  let count = 0;
  for await (const _ of readEntries(db, question, { limit: maxCount })) {
    count += 1;
    if (count === maxCount) break;
  }
  const oldest: UserInput[] = [];
  for await (const item of readItems(db, question, { limit: maxShown })) {
    if (oldest.push(parse(item)) === maxShown) break;
  }
  return { oldest, count };
};

/** The newest pending forms that `accept` accepts. */
export const newestPendingInputs = (
  db: Database,
  tenantId: string,
  maxCount: number,
  accept: (one: UserInput) => boolean,
): Promise<UserInput[]> => {
  const question = {
    table: userInputTable,
    index: 'pending',
    partition: tenantId,
    descending: true,
  };
  return readFirst(db, { question, parse, accept }, maxCount);
};

/** Resolved forms whose runs have not been told yet, of all tenants. */
export async function* unsentSubmissions(db: Database): AsyncGenerator<UserInput> {
  const question = { table: userInputTable, index: 'outbox', partition: resolvedPartition };
  for await (const item of readItems(db, question, { limit: 100 })) yield parse(item);
}

/** Pending forms of all tenants. */
export const allPendingInputs = (db: Database): AsyncGenerator<AwaitedItem> =>
  listAwaited(db, userInputTable);
