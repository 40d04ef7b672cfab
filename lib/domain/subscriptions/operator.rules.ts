import type { OperatorSubscription } from './operator.schema.ts';
import type { PlanKey } from './plan.schema.ts';
import { planKeyOf } from './plan.rules.ts';
import type { Subscription } from './subscription.schema.ts';

/** The name of this action in the audit trail. */
export const auditAction = {
  _id: 'record_subscription',
  name: 'Record a subscription, as the operator',
};

const typeOf = (plan: Exclude<PlanKey, 'none'>) =>
  plan === 'trial' || plan === 'enterprise'
    ? { subscription_type: plan }
    : { subscription_type: 'aws_marketplace_subscription' as const, plan };

/** The subscription to store if none has this plan and start yet. */
export const toSubscription = ({
  plan,
  start_date,
  end_date,
}: OperatorSubscription): Omit<Subscription, 'tenant_id'> => ({
  _id: `sub_${plan}_${start_date}`,
  ...typeOf(plan),
  start_date,
  ...(end_date !== undefined && { end_date }),
});

/** The stored subscription with this plan and start, however it was created. */
export const findSameSubscription = <S extends Subscription>(
  { plan, start_date }: OperatorSubscription,
  subscriptions: readonly S[],
): S | undefined =>
  subscriptions.find((one) => planKeyOf(one) === plan && one.start_date === start_date);
