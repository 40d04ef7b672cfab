import {
  asSettings,
  type Database,
  getItem,
  type Item,
  putNewItem,
  type Question,
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
import {
  type Approval,
  approval,
  type ApprovalHeader,
  approvalHeader,
  type DriftedResource,
  type SecondReading,
} from './approval.schema.ts';
import { approvalTable } from './approval.table.ts';

/** The fields of an approval that may change after it was created. */
export type Decision = Partial<Pick<Approval, 'status' | 'resolutions' | 'approved_ids'>>;

type RereadResult = { drifted: readonly DriftedResource[]; seen?: SecondReading | undefined };

const rereadSettings = ({ drifted, seen }: RereadResult) =>
  asSettings({
    ...(drifted.length > 0 && { drifted: pack(drifted) }),
    ...(seen && { read_again: seen }),
  });

type Place = Pick<Approval, 'bot_id' | 'node_id' | 'loop_details'>;

/** Identifies the same request across runs: a node of a bot, within a loop the same iteration. */
const nodeKey = ({ bot_id, node_id, loop_details }: Place): string =>
  `${bot_id}#${node_id}#${loop_details?.current_iterator ?? ''}#`;

/** The statuses that come from a decision; the other final ones come about without one. */
const decidedStatuses = ['approved', 'resolved', 'rejected'] as const;

/** Outbox value of the decisions whose runs have not been told yet. */
const decidedPartition = 'decided';

const parse = (item: Item): Approval =>
  approval.parse({
    ...item,
    resources: unpack(item.resources),
    fingerprints: unpack(item.fingerprints),
    drifted: unpack(item.drifted),
    asked_call: unpack(item.asked_call),
  });

/** Packs each field that no query filters by into one value. */
const packFields = ({ resources, fingerprints, asked_call }: Omit<Approval, 'tenant_id'>) => ({
  resources: pack(resources),
  fingerprints: pack(fingerprints),
  ...(asked_call && { asked_call: pack(asked_call) }),
});

/** The attributes by which an approval is found, reminded and expired while it is pending. */
const pendingFields = (one: Omit<Approval, 'tenant_id'>, tenantId: string) => ({
  ...openIndexFields(one),
  pending: tenantId,
  untold: true,
});

/** The approvals of one organisation, newest first. */
export const approvalStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  const get = async (id: string): Promise<Approval | undefined> => {
    const item = await getItem(db, approvalTable, keyOf(id));
    return item && parse(item);
  };

  /**
   * Stores a decision, if nobody has changed the approval since `revision`: of two simultaneous
   * decisions one fails. A final decision carries the fact that its run must be told.
   */
  const decide = (id: string, revision: number, change: Decision): Promise<boolean> => {
    const isFinal = change.status !== undefined;
    const extra = isFinal ? { outbox: decidedPartition, open: undefined, pending: undefined } : {};
    const settings = asSettings({ ...change, ...extra, revision: revision + 1 });
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

    /** Returns false if this approval exists already. */
    create: (one: Omit<Approval, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, approvalTable, {
        ...one,
        ...packFields(one),
        tenant_id: tenantId,
        node_key: nodeKey(one) + one._id,
        ...(one.status === 'pending' && pendingFields(one, tenantId)),
      }),

    /** Expires a pending approval; returns false if somebody has decided meanwhile. */
    expire: ({ _id, revision }: Approval): Promise<boolean> =>
      decide(_id, revision, { status: 'expired' }),

    /**
     * Cancels a pending approval because its run has ended; returns false if it is no longer
     * pending. A decided approval stays as it is.
     */
    async withdraw(id: string): Promise<boolean> {
      for (;;) {
        const found = await get(id);
        if (found?.status !== 'pending') return false;
        if (await decide(id, found.revision, { status: 'cancelled' })) return true;
      }
    },

    /** Stores which approved resources the run left out, and how old the data was that it read. */
    noteReread: (id: string, found: RereadResult): Promise<boolean> =>
      updateItem(db, approvalTable, keyOf(id), rereadSettings(found), {
        text: 'attribute_exists(#id)',
        names: { '#id': '_id' },
      }),

    /** Marks the approvers as mailed. */
    markTold: (id: string): Promise<boolean> => removeMark(db, approvalTable, keyOf(id), 'untold'),

    /** Marks the run as told. */
    markSent: (id: string): Promise<boolean> => removeMark(db, approvalTable, keyOf(id), 'outbox'),
  };
};

/**
 * Removes the approvals of a run that nobody decided, and returns how many. Decided ones stay as
 * the record of who permitted what. `between` gives the bounds of the ids.
 */
export const removeUndecided = (
  db: Database,
  { tenant_id, bot_exc_id }: Pick<Approval, 'tenant_id' | 'bot_exc_id'>,
  between: readonly [string, string],
): Promise<number> => {
  const attributes = ['bot_exc_id', 'status'];
  const question = { table: approvalTable, partition: tenant_id, between, attributes };
  const isDecided = (status: unknown) => decidedStatuses.some((decision) => decision === status);
  return removeItems(
    db,
    question,
    (item) => item.bot_exc_id === bot_exc_id && !isDecided(item.status),
  );
};

/** The approvals of the same node in runs before this approval's run, the latest first. */
export async function* earlierApprovals(
  db: Database,
  approval: Approval,
): AsyncGenerator<Approval> {
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

const readPending = (
  db: Database,
  tenantId: string,
  maxCount: number,
  descending: boolean,
  accept?: (one: ApprovalHeader) => boolean,
): Promise<ApprovalHeader[]> => {
  const question = {
    table: approvalTable,
    index: 'pending',
    partition: tenantId,
    descending,
    attributes: Object.keys(approvalHeader.shape),
  };
  return readFirst(db, { question, parse: (item) => approvalHeader.parse(item), accept }, maxCount);
};

/**
 * The newest pending approvals of an organisation that `accept` accepts, without their resources.
 */
export const pendingApprovals = (
  db: Database,
  tenantId: string,
  maxCount: number,
  accept: (one: ApprovalHeader) => boolean,
) => readPending(db, tenantId, maxCount, true, accept);

/** The same, but those that have waited longest. */
export const oldestPendingApprovals = (db: Database, tenantId: string, maxCount: number) =>
  readPending(db, tenantId, maxCount, false);

/** Decisions whose runs have not been told yet, of all tenants. */
export async function* unsentDecisions(db: Database): AsyncGenerator<Approval> {
  const question = { table: approvalTable, index: 'outbox', partition: decidedPartition };
  for await (const item of readItems(db, question, { limit: 100 })) yield parse(item);
}

/** Pending approvals of all tenants. */
export const allPendingApprovals = (db: Database): AsyncGenerator<AwaitedItem> =>
  listAwaited(db, approvalTable);
