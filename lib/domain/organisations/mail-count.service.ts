import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { mailCountStore } from './mail-count.store.ts';

const HOUR = 3600_000;

type Counted = keyof typeof limits.mailsPerHour;

/** What is limited, as the refusal says it. */
const nouns: Record<Counted, string> = {
  invitations: 'invitations',
  requests: 'requests for integrations',
};

/**
 * Counts one more mail that an organisation has sent to whom it names; 429 where the hour's are
 * used up, with the seconds until the next one. Whoever holds one account of ours must not send
 * mail in masses under our name.
 */
export const countMail = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
  kind: Counted,
): Promise<void> => {
  const most = limits.mailsPerHour[kind];
  const now = clock();
  // `2026-09-01T12`: sorts by time.
  const hour = isoTime(now).slice(0, 13);
  const store = mailCountStore(db, tenantId, kind);
  if (await store.add(hour, most)) return;
  if (await store.begin(hour)) return;
  // Somebody else began the hour in between.
  if (await store.add(hour, most)) return;
  const wait = Math.max(1, Math.ceil((HOUR - (now % HOUR)) / 1000));
  const minutes = Math.ceil(wait / 60);
  throw new Refusal(
    429,
    `Your organisation has sent ${most} ${nouns[kind]} within this hour, which is the most. ` +
      `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { headers: { 'retry-after': String(wait) } },
  );
};
