import {
  asSettings,
  type Database,
  getItem,
  type Item,
  putNewItem,
  type Question,
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
import {
  type Approval,
  approval,
  type AskedApproval,
  askedApproval,
  type Drifted,
  type ReadAgain,
} from './approval.schema.ts';
import { approvalTable } from './approval.table.ts';

/** What may change of an approval once it was asked. */
export type Decision = Partial<Pick<Approval, 'status' | 'resolutions' | 'approved_ids'>>;

type Reread = { drifted: readonly Drifted[]; seen?: ReadAgain | undefined };

const rereadSettings = ({ drifted, seen }: Reread) =>
  asSettings({
    ...(drifted.length > 0 && { drifted: pack(drifted) }),
    ...(seen && { read_again: seen }),
  });

type Place = Pick<Approval, 'bot_id' | 'node_id' | 'loop_details'>;

/** What asks again in each run: a node of a bot, in a loop the same turn. */
const nodeKey = ({ bot_id, node_id, loop_details }: Place): string =>
  `${bot_id}#${node_id}#${loop_details?.current_iterator ?? ''}#`;

/** What people made of an approval; others ended without them. */
const decisions = ['approved', 'resolved', 'rejected'] as const;

/** All decisions that their runs were not told of yet. */
const decided = 'decided';

const parse = (item: Item): Approval =>
  approval.parse({
    ...item,
    resources: unpack(item.resources),
    fingerprints: unpack(item.fingerprints),
    drifted: unpack(item.drifted),
    asked_call: unpack(item.asked_call),
  });

/** What nobody asks the database about, as one value each. */
const packed = ({ resources, fingerprints, asked_call }: Omit<Approval, 'tenant_id'>) => ({
  resources: pack(resources),
  fingerprints: pack(fingerprints),
  ...(asked_call && { asked_call: pack(asked_call) }),
});

/** The approvals of one organisation, newest first. */
export const approvalStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  const get = async (id: string): Promise<Approval | undefined> => {
    const item = await getItem(db, approvalTable, keyOf(id));
    return item && parse(item);
  };

  /**
   * One write for one resolution: it counts only on the revision that it was decided on, so of two
   * people at once one is second. A decision carries the fact that the run is to be told.
   */
  const decide = (id: string, revision: number, change: Decision): Promise<boolean> => {
    const isOver = change.status !== undefined;
    const ended = isOver ? { outbox: decided, open: undefined, pending: undefined } : {};
    const settings = asSettings({ ...change, ...ended, revision: revision + 1 });
    return updateItem(db, approvalTable, keyOf(id), settings, {
      text: '#rev = :rev AND #st = :pending',
      names: { '#rev': 'revision', '#st': 'status' },
      values: { ':rev': revision, ':pending': 'pending' },
    });
  };

  return {
    get,
    decide,

    page: (
      request: PageRequest,
      scope: readonly unknown[],
      accept: (one: Approval) => boolean,
    ): Promise<Page<Approval>> =>
      readPage(db, {
        question: { table: approvalTable, partition: tenantId, descending: true },
        request,
        scope,
        parse,
        accept,
      }),

    /** False where this approval was asked already. */
    create: (one: Omit<Approval, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, approvalTable, {
        ...one,
        ...packed(one),
        tenant_id: tenantId,
        node_key: nodeKey(one) + one._id,
        ...(one.status === 'pending' && { ...waitedFor(one), pending: tenantId, untold: true }),
      }),

    /** Ends a pending one whose time is over; false where somebody decided meanwhile. */
    expire: ({ _id, revision }: Approval): Promise<boolean> =>
      decide(_id, revision, { status: 'expired' }),

    /**
     * Takes back a pending one, because its run has ended; false where it is no longer pending. One
     * that was decided stays.
     */
    async withdraw(id: string): Promise<boolean> {
      for (;;) {
        const found = await get(id);
        if (found?.status !== 'pending') return false;
        if (await decide(id, found.revision, { status: 'cancelled' })) return true;
      }
    },

    /** Keeps what the run left out of what was approved, and how old that was which told it. */
    noteReread: (id: string, found: Reread): Promise<boolean> =>
      updateItem(db, approvalTable, keyOf(id), rereadSettings(found), {
        text: 'attribute_exists(#id)',
        names: { '#id': '_id' },
      }),

    /** People were mailed. */
    markTold: (id: string): Promise<boolean> => takeMark(db, approvalTable, keyOf(id), 'untold'),

    /** The run was told. */
    markSent: (id: string): Promise<boolean> => takeMark(db, approvalTable, keyOf(id), 'outbox'),
  };
};

/**
 * Removes what a run asked that nobody decided; answers how many. A decision says by itself who
 * permitted what. `between` are bounds of the ids.
 */
export const removeUndecided = (
  db: Database,
  { tenant_id, bot_exc_id }: Pick<Approval, 'tenant_id' | 'bot_exc_id'>,
  between: readonly [string, string],
): Promise<number> => {
  const attributes = ['bot_exc_id', 'status'];
  const question = { table: approvalTable, partition: tenant_id, between, attributes };
  const isDecided = (status: unknown) => decisions.some((decision) => decision === status);
  return removeItems(
    db,
    question,
    (item) => item.bot_exc_id === bot_exc_id && !isDecided(item.status),
  );
};

/** What the same node asked in runs before the one of this approval, the latest first. */
export async function* askedBefore(db: Database, approval: Approval): AsyncGenerator<Approval> {
  const { tenant_id, _id, bot_exc_id } = approval;
  const store = approvalStore(db, tenant_id);
  const question: Question = {
    table: approvalTable,
    index: 'by_node',
    partition: tenant_id,
    prefix: nodeKey(approval),
    between: ['', _id],
    descending: true,
  };
  for await (const entry of readEntries(db, question, { limit: 5 })) {
    const found = await store.get(String(entry._id));
    if (found && found.bot_exc_id !== bot_exc_id) yield found;
  }
}

const pendingOnes = (
  db: Database,
  tenantId: string,
  most: number,
  descending: boolean,
  accept?: (one: AskedApproval) => boolean,
): Promise<AskedApproval[]> => {
  const question = {
    table: approvalTable,
    index: 'pending',
    partition: tenantId,
    descending,
    attributes: Object.keys(askedApproval.shape),
  };
  return readFirst(db, { question, parse: (item) => askedApproval.parse(item), accept }, most);
};

/**
 * Those that an organisation has still to decide and that are accepted, the newest, without what
 * they are about.
 */
export const pendingApprovals = (
  db: Database,
  tenantId: string,
  most: number,
  accept: (one: AskedApproval) => boolean,
) => pendingOnes(db, tenantId, most, true, accept);

/** The same, those that wait the longest. */
export const oldestApprovals = (db: Database, tenantId: string, most: number) =>
  pendingOnes(db, tenantId, most, false);

/** Decisions that their runs were not told of, of all tenants. */
export async function* unsentDecisions(db: Database): AsyncGenerator<Approval> {
  const question = { table: approvalTable, index: 'outbox', partition: decided };
  for await (const item of readItems(db, question, { limit: 100 })) yield parse(item);
}

/** Pending approvals of all tenants. */
export const allPending = (db: Database): AsyncGenerator<Waited> => allWaited(db, approvalTable);
