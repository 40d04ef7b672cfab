import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { auditStore } from './audit.store.ts';
import { type AuditedCall, type AuditEnd, type AuditEntry, entryOf } from './trail.rules.ts';

export type TrailDeps = { db: Database; clock: Clock; log: Log };

/** The audit record of one call; each audited call gets exactly one. */
export type CallRecorder = {
  entry: AuditEntry;
  /** Stores the record as pending. If it throws, the call must not be carried out. */
  begin: () => Promise<void>;
  /** Records how a call ended that was begun. It never throws, since the call is over. */
  conclude: (end: AuditEnd) => Promise<void>;
  /** Records a call that ended before it was begun. It never throws either. */
  recordUnstarted: (end: AuditEnd) => Promise<void>;
};

/** The recorder of what users do, and of the calls they are refused. */
export const auditTrail =
  ({ db, clock, log }: TrailDeps) =>
  (call: AuditedCall): CallRecorder => {
    const { tenant_id, user_id } = call.caller;
    const store = auditStore(db, tenant_id);
    const entry = entryOf(call, clock());
    const withoutThrowing = async (write: () => Promise<unknown>): Promise<void> => {
      try {
        await write();
      } catch (error) {
        log.error('The outcome of a call is missing from the audit trail.', {
          route: call.key,
          tenant_id,
          user_id,
          error,
        });
      }
    };
    let isBegun = false;
    return {
      entry,
      begin: async () => {
        await store.create({ ...entry, outcome: 'pending' });
        isBegun = true;
      },
      conclude: async (end) => {
        if (isBegun) await withoutThrowing(() => store.conclude(entry._id, end));
      },
      recordUnstarted: (end) => withoutThrowing(() => store.create({ ...entry, ...end })),
    };
  };

export type AuditTrail = ReturnType<typeof auditTrail>;
