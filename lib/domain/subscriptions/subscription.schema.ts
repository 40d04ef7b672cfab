import * as z from 'zod';

/** Recognised types, and the trial that a new organisation begins with. */
const subscriptionTypes = ['aws_marketplace_subscription', 'enterprise', 'trial'] as const;

export type SubscriptionType = (typeof subscriptionTypes)[number];

/** What an organisation has subscribed to. */
export const subscription = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  subscription_type: z.enum(subscriptionTypes),
  /** Of the marketplace: which of its plans; Standard where it does not say. */
  plan: z.enum(['starter', 'standard']).optional(),
  start_date: z.string(),
  /** Absent where it goes on until it is ended. */
  end_date: z.string().optional(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionView = subscription.omit({ tenant_id: true });
export type SubscriptionView = z.infer<typeof subscriptionView>;
