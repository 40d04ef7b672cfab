import { isoTime } from '#lib/kernel/clock.ts';
import type { Finding } from './finding.schema.ts';

/** Selects findings by the time since when they exist; if empty, it selects all. */
export type AgeFilter = {
  /** A day (UTC): the finding appeared on it or later. */
  new_since?: string | undefined;
  /** The least number of days for which it has existed. */
  open_days?: number | undefined;
};

const day = 24 * 3600_000;

export const hasAge = ({ new_since, open_days }: AgeFilter): boolean =>
  new_since !== undefined || open_days !== undefined;

/** Whether a finding has that age at the time `now` (ms). */
export const isOfAge = (
  { new_since, open_days }: AgeFilter,
  now: number,
): ((finding: Pick<Finding, 'first_seen'>) => boolean) => {
  const latest = open_days === undefined ? undefined : isoTime(now - open_days * day);
  return ({ first_seen }) =>
    (new_since === undefined || first_seen >= new_since) &&
    (latest === undefined || first_seen <= latest);
};
