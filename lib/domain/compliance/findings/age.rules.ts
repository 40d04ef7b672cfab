import { isoTime } from '#lib/kernel/clock.ts';
import type { Finding } from './finding.schema.ts';

/** Since when the rule has to say so of a resource; any time where nothing is given. */
export type AgeFilter = {
  /** A day (UTC): on it or later. */
  new_since?: string | undefined;
  /** For so many days at least. */
  open_days?: number | undefined;
};

const day = 24 * 3600_000;

export const hasAge = ({ new_since, open_days }: AgeFilter): boolean =>
  new_since !== undefined || open_days !== undefined;

/** Whether a finding is of that age at the moment `now` (ms). */
export const isOfAge = (
  { new_since, open_days }: AgeFilter,
  now: number,
): ((finding: Pick<Finding, 'first_seen'>) => boolean) => {
  const latest = open_days === undefined ? undefined : isoTime(now - open_days * day);
  return ({ first_seen }) =>
    (new_since === undefined || first_seen >= new_since) &&
    (latest === undefined || first_seen <= latest);
};
