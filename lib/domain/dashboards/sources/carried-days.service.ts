import { isoTime } from '#lib/kernel/clock.ts';

type Day = { day: string; integration_id: string };

/**
 * How many items of days the first read takes: most accounts were scanned on the last day. Accounts
 * whose scans stopped long ago are rare, and a few calls find them.
 */
const minItemsRead = 500;

/** How many days the search for the last scan before a range goes back, so that it ends. */
const maxLookbackDays = 92;

export type DayReader<T> = {
  between: (from: string, to: string) => Promise<T[]>;
  /** Days before `day`, the latest first, read about `limit` at a time. */
  before: (day: string, oldest: string, limit: number) => AsyncIterable<T>;
};

/** An account and when it was connected (ISO time); it has no earlier days. */
export type ScannedAccount = { _id: string; createdAt: string };

const oldestOf = (accounts: ReadonlyMap<string, string>): string =>
  [...accounts.values()].reduce((earliest, at) => (at < earliest ? at : earliest), '~');

/** For each account, the last day before the range that it has, if any. */
const findLastDaysBefore = async <T extends Day>(
  { before }: DayReader<T>,
  from: string,
  scanned: readonly ScannedAccount[],
): Promise<T[]> => {
  const missing = new Map(
    scanned
      .map(({ _id, createdAt }) => [_id, createdAt.slice(0, 10)] as const)
      .filter(([, connected]) => connected < from),
  );
  const found: T[] = [];
  if (missing.size === 0) return found;
  let oldest = oldestOf(missing);
  const lookbackStart = isoTime(Date.parse(from) - maxLookbackDays * 86_400_000).slice(0, 10);
  for await (const one of before(from, lookbackStart, Math.max(missing.size, minItemsRead))) {
    if (one.day < oldest) break;
    if (!missing.delete(one.integration_id)) continue;
    found.push(one);
    if (missing.size === 0) break;
    oldest = oldestOf(missing);
  }
  return found.toReversed();
};

/**
 * The days of a range, the oldest first, preceded by each account's last day before it, which gives
 * its numbers at the beginning of the range. Accounts that no longer exist are left out.
 */
export const readDaysCarriedForward = async <T extends Day>(
  reader: DayReader<T>,
  [from, to]: readonly [string, string],
  accounts: () => Promise<readonly ScannedAccount[]>,
): Promise<T[]> => {
  const scanned = await accounts();
  const existingIds = new Set(scanned.map(({ _id }) => _id));
  const [carried, daysInRange] = await Promise.all([
    findLastDaysBefore(reader, from, scanned),
    reader.between(from, to),
  ]);
  return [
    ...carried,
    ...daysInRange.filter(({ integration_id }) => existingIds.has(integration_id)),
  ];
};
