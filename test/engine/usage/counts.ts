import type { Usage } from '#lib/domain/costs/cost.rules.ts';

type Counted = Pick<
  Usage,
  'transitions' | 'calls' | 'facts' | 'requests' | 'writes' | 'writeUnits' | 'indexUnits'
>;

/** The counts that do not depend on the size of items. */
export const countOf = ({ transitions, calls, facts, requests, writes, indexUnits }: Counted) => {
  return { transitions, calls, facts, requests, writes, indexUnits };
};

/**
 * Sizes of items are estimated: the estimated write units may be between 15 % too low and 25 % too
 * high, or differ by two, which is what an event of more than 1 KB takes.
 */
export const compareUnits = (estimate: Counted, actual: Counted) => {
  const off = estimate.writeUnits - actual.writeUnits;
  const isClose =
    Math.abs(off) <= 2 || (off > -0.15 * actual.writeUnits && off < 0.25 * actual.writeUnits);
  return isClose ? 'close' : { estimate: estimate.writeUnits, actual: actual.writeUnits };
};
