import {
  asSettings,
  type Condition,
  type Database,
  getItem,
  type Item,
  putNewItem,
  readEntries,
  readItems,
  takeMark,
  updateItem,
} from '#lib/kernel/database.ts';
import { readFirst, readPage } from '#lib/kernel/lists.ts';
import { pack, unpack } from '#lib/kernel/packed.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { removeItems } from '#lib/kernel/removal.ts';
import { allWaited, type Waited, waitedFor } from '../pauses/pause.store.ts';
import { type NewUserInput, type UserInput, userInput } from './user-input.schema.ts';
import { userInputTable } from './user-input.table.ts';

/** All resolved forms that their runs were not told of yet. */
const resolved = 'resolved';

const parse = (item: Item): UserInput => userInput.parse({ ...item, inputs: unpack(item.inputs) });

/** Who filled it in, with what, and when. */
export type Submission = Required<Pick<UserInput, 'inputs' | 'resolver' | 'resolved_at'>>;

/** Pending, and not over at the moment of the write. */
const isOpenAt = (now: string): Condition => ({
  text: '#st = :pending AND #ex > :now',
  names: { '#st': 'status', '#ex': 'expires_on' },
  values: { ':pending': 'PENDING', ':now': now },
});

const isPending: Condition = {
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

    /** `of`: all, or by the index those that are still to be filled in. */
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

    /** False where it was asked already. */
    create: (one: NewUserInput): Promise<boolean> =>
      putNewItem(db, userInputTable, {
        ...one,
        ...keyOf(one._id),
        status: 'PENDING',
        inputs: pack(one.inputs),
        pending: tenantId,
        untold: true,
        ...waitedFor(one),
      }),

    /**
     * The one write of a submission, with the fact that the run is to be told. False where somebody
     * was first, or its time was over by then.
     */
    submit: (id: string, { inputs, ...rest }: Submission): Promise<boolean> => {
      const fields = { ...rest, status: 'RESOLVED', inputs: pack(inputs), outbox: resolved };
      return change(id, fields, isOpenAt(rest.resolved_at));
    },

    /** Ends a pending one whose time is over; false where somebody submitted it meanwhile. */
    expire: ({ _id }: Pick<UserInput, '_id'>): Promise<boolean> =>
      change(_id, { status: 'EXPIRED' }, isPending),

    /** Takes back a pending one, because its run has ended. One that was resolved stays. */
    withdraw: (id: string): Promise<boolean> =>
      change(id, { withdrawn: true, status: 'EXPIRED' }, isPending),

    /** Removes what a run asked; `between` are bounds of the ids. */
    removeOfRun: (runId: string, between: readonly [string, string]): Promise<number> =>
      removeItems(
        db,
        { table: userInputTable, partition: tenantId, between, attributes: ['bot_exc_id'] },
        ({ bot_exc_id }) => bot_exc_id === runId,
      ),

    /** People were mailed. */
    markTold: (id: string): Promise<boolean> => takeMark(db, userInputTable, keyOf(id), 'untold'),

    /** The run was told. */
    markSent: (id: string): Promise<boolean> => takeMark(db, userInputTable, keyOf(id), 'outbox'),
  };
};

/**
 * Forms that are still to be filled in: the few that wait the longest, and how many there are, up
 * to `most`.
 */
export const pendingInputs = async (
  db: Database,
  tenantId: string,
  { shown, most }: { shown: number; most: number },
): Promise<{ oldest: UserInput[]; count: number }> => {
  const question = { table: userInputTable, index: 'pending', partition: tenantId };
  let count = 0;
  for await (const _ of readEntries(db, question, { limit: most })) {
    count += 1;
    if (count === most) break;
  }
  const oldest: UserInput[] = [];
  for await (const item of readItems(db, question, { limit: shown })) {
    if (oldest.push(parse(item)) === shown) break;
  }
  return { oldest, count };
};

/** Forms that are still to be filled in and are accepted, the newest. */
export const newestPending = (
  db: Database,
  tenantId: string,
  most: number,
  accept: (one: UserInput) => boolean,
): Promise<UserInput[]> => {
  const question = {
    table: userInputTable,
    index: 'pending',
    partition: tenantId,
    descending: true,
  };
  return readFirst(db, { question, parse, accept }, most);
};

/** Resolved forms that their runs were not told of, of all tenants. */
export async function* unsentSubmissions(db: Database): AsyncGenerator<UserInput> {
  const question = { table: userInputTable, index: 'outbox', partition: resolved };
  for await (const item of readItems(db, question, { limit: 100 })) yield parse(item);
}

/** Forms of all tenants that are still to be filled in. */
export const allPending = (db: Database): AsyncGenerator<Waited> => allWaited(db, userInputTable);
