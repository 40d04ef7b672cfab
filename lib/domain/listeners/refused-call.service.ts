import type { Database } from '#lib/kernel/database.ts';
import type { Refusal } from '#lib/kernel/refusal.ts';
import type { Listener } from './listener.schema.ts';
import { tokenBuckets } from './rate-limit.ts';
import { refusedCallStore } from './refused-call.store.ts';

/** Notes for a listener's people that a call of it was refused, and why. */
export type NoteRefused = (
  listener: Pick<Listener, 'tenant_id' | '_id'>,
  refused: Pick<Refusal, 'status'> & { reason: string },
  now: number,
) => Promise<void>;

const longestReason = 300;
const mostUnwritten = 10_000;

/** Who sets up a sender sees each of their calls; strangers cause one write in ten seconds. */
const writes = { rate: 0.1, atOnce: 10 };

/**
 * Counts refused calls by listener and hour. Anybody may cause them: calls that come faster than
 * they may be written are counted here, and written with the next one that is.
 */
export const noteRefusedCalls = (db: Database): NoteRefused => {
  const mayWrite = tokenBuckets(writes.rate, writes.atOnce);
  const unwritten = new Map<string, number>();

  return async ({ tenant_id, _id }, { status, reason }, now) => {
    const count = (unwritten.get(_id) ?? 0) + 1;
    if (mayWrite(_id, now) > 0) {
      if (unwritten.size >= mostUnwritten) unwritten.clear();
      unwritten.set(_id, count);
      return;
    }
    unwritten.delete(_id);
    const last = { at: now, status, reason: reason.slice(0, longestReason).toWellFormed() };
    await refusedCallStore(db, tenant_id, _id).add(count, last);
  };
};
