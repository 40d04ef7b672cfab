import { daysLeft } from '#lib/domain/subscriptions/subscription.rules.ts';
import type {
  SubscriptionType,
  SubscriptionView,
} from '#lib/domain/subscriptions/subscription.schema.ts';
import { localTime } from './time.tsx';

/** What people read for each type. */
export const subscriptionNames: Record<SubscriptionType, string> = {
  aws_marketplace_subscription: 'AWS Marketplace subscription',
  enterprise: 'Enterprise subscription',
  trial: 'Trial',
};

const whenOf = (days: number): string => {
  if (days === 0) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
};

/** `Your trial ends in 3 days, at 2026-11-21 04:20:47 UTC.` */
export const endText = (one: SubscriptionView, now: number): string => {
  const name = subscriptionNames[one.subscription_type];
  const subject = `Your ${name === 'Trial' ? 'trial' : name}`;
  const days = daysLeft(one, now) ?? 0;
  const at = localTime(one.end_date ?? '');
  return days < 0 ? `${subject} ended at ${at}.` : `${subject} ends ${whenOf(days)}, at ${at}.`;
};
