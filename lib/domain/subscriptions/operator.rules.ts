import type { OperatorSubscription } from './operator.schema.ts';
import type { PlanKey } from './plan.schema.ts';
import { keyOf } from './plan.rules.ts';
import type { Subscription } from './subscription.schema.ts';

/** What the audit trail calls it. */
export const recordedSubscription = {
  _id: 'record_subscription',
  name: 'Record a subscription, as the operator',
};

const typeOf = (plan: Exclude<PlanKey, 'none'>) =>
  plan === 'trial' || plan === 'enterprise'
    ? { subscription_type: plan }
    : { subscription_type: 'aws_marketplace_subscription' as const, plan };

/** The subscription as it is kept where there is none of this plan and start yet. */
export const begunBy = ({
  plan,
  start_date,
  end_date,
}: OperatorSubscription): Omit<Subscription, 'tenant_id'> => ({
  _id: `sub_${plan}_${start_date}`,
  ...typeOf(plan),
  start_date,
  ...(end_date !== undefined && { end_date }),
});

/** The one that is meant, however it came to be. */
export const meantBy = <S extends Subscription>(
  { plan, start_date }: OperatorSubscription,
  held: readonly S[],
): S | undefined => held.find((one) => keyOf(one) === plan && one.start_date === start_date);
