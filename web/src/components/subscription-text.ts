import { graceDays } from '#lib/domain/subscriptions/plan.rules.ts';
import { daysLeft, planAfter } from '#lib/domain/subscriptions/subscription.rules.ts';
import type {
  SubscriptionType,
  SubscriptionView,
} from '#lib/domain/subscriptions/subscription.schema.ts';
import { localTime } from './time.tsx';

/** The names shown for each type. */
export const subscriptionNames: Record<SubscriptionType, string> = {
  aws_marketplace_subscription: 'AWS Marketplace subscription',
  enterprise: 'Enterprise subscription',
  trial: 'Trial',
};

/** A part of a day counts as one: on the first day of 14 it says 14. */
const whenOf = (wholeDays: number): string =>
  wholeDays === 0 ? 'within a day' : `in ${wholeDays + 1} days`;

/** The plan that applies afterwards, if it is a smaller one of the existing subscriptions. */
const afterText = (one: SubscriptionView, all: readonly SubscriptionView[]): string => {
  const next = planAfter(one, all);
  if (!next) return '';
  const { name, retention_days } = next;
  return (
    ` Then the ${name} plan applies, which keeps runs for ${retention_days} days. Older runs are ` +
    `deleted ${graceDays} days after the change.`
  );
};

/**
 * `Your trial ends in 3 days, at 2026-11-21 04:20:47 UTC.`, and which of all subscriptions applies
 * then.
 */
export const endText = (
  one: SubscriptionView,
  all: readonly SubscriptionView[],
  now: number,
): string => {
  const name = subscriptionNames[one.subscription_type];
  const subject = `Your ${name === 'Trial' ? 'trial' : name}`;
  const days = daysLeft(one, now) ?? 0;
  const at = localTime(one.end_date ?? '');
  if (days < 0) return `${subject} ended at ${at}.`;
  return `${subject} ends ${whenOf(days)}, at ${at}.${afterText(one, all)}`;
};
