import { executionsOf, planKeyOf, planOf, plans } from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';
import type { Subscription } from './subscription.schema.ts';

const day = 24 * 3600_000;

/** A warning is shown when fewer than this many days are left. */
const warnedDays = 15;

type Period = Pick<Subscription, 'start_date' | 'end_date'>;
type Held = Period & Pick<Subscription, 'subscription_type' | 'plan'>;

/** Whole days until it ends, 0 on its last day; negative once it has ended; undefined for never. */
export const daysLeft = ({ end_date }: Period, now: number): number | undefined =>
  end_date === undefined ? undefined : Math.floor((Date.parse(end_date) - now) / day);

/** Whether the subscription ends soon or has ended. */
const endsSoon = (one: Period, now: number): boolean =>
  (daysLeft(one, now) ?? warnedDays) < warnedDays;

const endOf = ({ end_date }: Period): number =>
  end_date === undefined ? Number.POSITIVE_INFINITY : Date.parse(end_date);

/** Of those that have started by then, the one that lasts longest. */
const longestAt = <S extends Period>(subscriptions: readonly S[], at: number): S | undefined =>
  subscriptions
    .filter(({ start_date }) => Date.parse(start_date) <= at)
    .toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))[0];

/**
 * The subscription after whose end the organisation has none or a smaller plan, if that end is soon
 * or past; one that begins only later does not help. Undefined if there is none, or if others
 * continue it.
 */
export const endingSubscription = <S extends Held>(
  subscriptions: readonly S[],
  now: number,
): S | undefined => {
  const enough = executionsOf(planOf(subscriptions, now));
  const asLarge = subscriptions.filter((one) => executionsOf(plans[planKeyOf(one)]) >= enough);
  let last = longestAt(asLarge, now);
  for (let next = last; next;) {
    last = next;
    const after = longestAt(asLarge, endOf(last));
    next = after && endOf(after) > endOf(last) ? after : undefined;
  }
  return last && endsSoon(last, now) ? last : undefined;
};

/** The plan that applies after its end; undefined if there is none, or if it never ends. */
export const planAfter = (
  { end_date }: Period,
  subscriptions: readonly Held[],
): Plan | undefined => {
  const next = end_date === undefined ? undefined : planOf(subscriptions, Date.parse(end_date));
  return next?.key === 'none' ? undefined : next;
};
