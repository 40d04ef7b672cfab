import type { Database } from '#lib/kernel/database.ts';
import type { Refusal } from '#lib/kernel/refusal.ts';
import type { Listener } from './listener.schema.ts';
import { tokenBuckets } from './rate-limit.ts';
import { refusedCallStore } from './refused-call.store.ts';

/** Records for a listener's users that a call of it was rejected, and why. */
export type RecordRefusedCall = (
  listener: Pick<Listener, 'tenant_id' | '_id'>,
  refusal: Pick<Refusal, 'status'> & { reason: string },
  now: number,
) => Promise<void>;

const maxReasonLength = 300;
const maxUnwrittenListeners = 10_000;

/** While a sender is set up each call is recorded; a flood of calls is written every 10 s. */
const writeLimits = { rate: 0.1, atOnce: 10 };

/**
 * Counts rejected calls by listener and hour. Since anybody can cause them, writes are limited:
 * further calls are counted in memory and written together with the next call that may be written.
 */
export const refusedCallRecorder = (db: Database): RecordRefusedCall => {
  const mayWrite = tokenBuckets(writeLimits.rate, writeLimits.atOnce);
  const unwritten = new Map<string, number>();

  return async ({ tenant_id, _id }, { status, reason }, now) => {
    const count = (unwritten.get(_id) ?? 0) + 1;
    if (mayWrite(_id, now) > 0) {
      if (unwritten.size >= maxUnwrittenListeners) unwritten.clear();
      unwritten.set(_id, count);
      return;
    }
    unwritten.delete(_id);
    const last = { at: now, status, reason: reason.slice(0, maxReasonLength).toWellFormed() };
    await refusedCallStore(db, tenant_id, _id).add(count, last);
  };
};
