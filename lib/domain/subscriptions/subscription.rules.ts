import type { Subscription } from './subscription.schema.ts';

const day = 24 * 3600_000;

/** From so few days on people are warned. */
const warnedDays = 15;

type Period = Pick<Subscription, 'start_date' | 'end_date'>;

/** Whole days until it ends, 0 on its last day; negative once it has ended; undefined for never. */
export const daysLeft = ({ end_date }: Period, now: number): number | undefined =>
  end_date === undefined ? undefined : Math.floor((Date.parse(end_date) - now) / day);

/** Whether it is near its end, or past it. */
const endsSoon = (one: Period, now: number): boolean =>
  (daysLeft(one, now) ?? warnedDays) < warnedDays;

const endOf = ({ end_date }: Period): number =>
  end_date === undefined ? Number.POSITIVE_INFINITY : Date.parse(end_date);

/** The one that lasts longest of those that have started by then. */
const longestAt = <S extends Period>(subscriptions: readonly S[], at: number): S | undefined =>
  subscriptions
    .filter(({ start_date }) => Date.parse(start_date) <= at)
    .toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))[0];

/**
 * The subscription after whose end there is none, where that is soon or past: one that begins only
 * later does not help. Undefined where there is none, or where they go on.
 */
export const endingSubscription = <S extends Period>(
  subscriptions: readonly S[],
  now: number,
): S | undefined => {
  let last = longestAt(subscriptions, now);
  for (let next = last; next; ) {
    last = next;
    const after = longestAt(subscriptions, endOf(last));
    next = after && endOf(after) > endOf(last) ? after : undefined;
  }
  return last && endsSoon(last, now) ? last : undefined;
};
