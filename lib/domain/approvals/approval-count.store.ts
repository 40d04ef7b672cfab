import { idempotentCounter } from '#lib/kernel/idempotent-counter.ts';
import { type Database, readEntries, readItems } from '#lib/kernel/database.ts';
import { type Approval, type ApprovalStatus, approvalStatus } from './approval.schema.ts';
import { approvalCountTable, approvalTable } from './approval.table.ts';

/** Pending approvals are counted up to this number. */
export const maxPendingCounted = 1000;

type Decided = Pick<Approval, '_id' | 'status'>;

/** The number of an organisation's approvals by outcome. */
export const approvalCountStore = (db: Database, tenantId: string) => {
  const counters = idempotentCounter(db, approvalCountTable);
  const counterEntry = ({ _id, status }: Decided) => ({
    key: { tenant_id: tenantId, status },
    id: _id,
    amounts: { count: 1 },
  });

  return {
    /** Counts a decided approval; `isNotified` returns whether its run has been told by now. */
    add: (one: Decided, isNotified: () => Promise<boolean>): Promise<boolean> =>
      counters.addAgain(counterEntry(one), isNotified),

    /** Called when its run has been told: from then on nobody counts it again. */
    markSettled: (one: Decided): void => counters.markSettled(counterEntry(one)),

    /** The counts by status; 1,000 pending ones mean 1,000 or more. */
    async all(): Promise<Partial<Record<ApprovalStatus, number>>> {
      const counts: Partial<Record<ApprovalStatus, number>> = {};
      const question = { table: approvalCountTable, partition: tenantId };
      for await (const { status, count } of readItems(db, question)) {
        counts[approvalStatus.parse(status)] = Number(count);
      }
      return { ...counts, pending: await this.pending() };
    },

    async pending(): Promise<number> {
      let count = 0;
      const question = { table: approvalTable, index: 'pending', partition: tenantId };
      for await (const _ of readEntries(db, question, { limit: maxPendingCounted })) {
        count += 1;
        if (count === maxPendingCounted) break;
      }
      return count;
    },
  };
};
