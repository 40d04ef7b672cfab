import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { hourCountStore } from './hour-count.store.ts';

const HOUR = 3600_000;

type HourLimit = {
  /** What is counted: the id of its item. */
  counterId: string;
  maxCount: number;
  /** The beginning of the error message: "Your organisation has sent 100 invitations". */
  sentence: string;
};

/**
 * Counts one more use of something that an organisation may do only so often an hour. Throws 429
 * once the hour's number is used up, with the seconds until the next hour in Retry-After.
 */
export const countWithinHour = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
  { counterId, maxCount, sentence }: HourLimit,
): Promise<void> => {
  const now = clock();
  // `2026-09-01T12`: sorts by time.
  const hour = isoTime(now).slice(0, 13);
  const store = hourCountStore(db, tenantId, counterId);
  if (await store.add(hour, maxCount)) return;
  if (await store.begin(hour)) return;
  // Another call began the hour in between.
  if (await store.add(hour, maxCount)) return;
  const wait = Math.max(1, Math.ceil((HOUR - (now % HOUR)) / 1000));
  const minutes = Math.ceil(wait / 60);
  throw new Refusal(
    429,
    `${sentence} within this hour, which is the limit. ` +
      `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { headers: { 'retry-after': String(wait) } },
  );
};
