import type { Usage } from '#lib/domain/costs/cost.rules.ts';

type Counted = Pick<
  Usage,
  'transitions' | 'calls' | 'facts' | 'requests' | 'writes' | 'writeUnits' | 'indexUnits'
>;

/** What does not depend on how large things are. */
export const countOf = ({ transitions, calls, facts, requests, writes, indexUnits }: Counted) => {
  return { transitions, calls, facts, requests, writes, indexUnits };
};

/**
 * How large items are is reckoned: the units that their writes are billed as lie between 15 % too
 * few and 25 % too many, or are two off, which is what an event of more than 1 KB takes.
 */
export const closeUnits = (said: Counted, used: Counted) => {
  const off = said.writeUnits - used.writeUnits;
  const isClose =
    Math.abs(off) <= 2 || (off > -0.15 * used.writeUnits && off < 0.25 * used.writeUnits);
  return isClose ? 'close' : { said: said.writeUnits, used: used.writeUnits };
};
