import * as z from 'zod';

/** The known types, including the trial with which a new organisation begins. */
const subscriptionTypes = ['aws_marketplace_subscription', 'enterprise', 'trial'] as const;

export type SubscriptionType = (typeof subscriptionTypes)[number];

/** A subscription of an organisation. */
export const subscription = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  subscription_type: z.enum(subscriptionTypes),
  /** For the marketplace: the plan; by default Standard. */
  plan: z.enum(['starter', 'standard']).optional(),
  start_date: z.string(),
  /** Absent if it continues until it is ended. */
  end_date: z.string().optional(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionView = subscription.omit({ tenant_id: true });
export type SubscriptionView = z.infer<typeof subscriptionView>;
