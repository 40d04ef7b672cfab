import type { Subscription } from './subscription.schema.ts';

const day = 24 * 3600_000;

/** From so few days on people are warned. */
const warnedDays = 15;

type Period = Pick<Subscription, 'start_date' | 'end_date'>;

/** Whole days until it ends, 0 on its last day; negative once it has ended; undefined for never. */
export const daysLeft = ({ end_date }: Period, now: number): number | undefined =>
  end_date === undefined ? undefined : Math.floor((Date.parse(end_date) - now) / day);

/** Whether it is near its end, or past it. */
export const endsSoon = (one: Period, now: number): boolean =>
  (daysLeft(one, now) ?? warnedDays) < warnedDays;

/**
 * The subscription whose end is to be warned of: the one that lasts longest, where it ends soon.
 * Undefined where there is none, or where one goes on.
 */
export const endingSubscription = <S extends Period>(
  subscriptions: readonly S[],
  now: number,
): S | undefined => {
  const last = (one: S): number => daysLeft(one, now) ?? Number.POSITIVE_INFINITY;
  const [longest] = subscriptions.toSorted((a, b) => last(b) - last(a));
  return longest && endsSoon(longest, now) ? longest : undefined;
};
