import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';
import { planUsage } from './plan.schema.ts';
import { subscriptionView } from './subscription.schema.ts';

/** Calls of the subscriptions area. */
export const subscriptionRoutes = defineRoutes({
  listSubscriptions: {
    method: 'GET',
    path: 'subscriptions',
    permission: 'read_subscription',
    resource: 'subscription',
    input: z.strictObject({}),
    output: z.object({ items: z.array(subscriptionView) }),
    audit: 'List subscriptions',
  },
  getPlanUsage: {
    method: 'GET',
    path: 'subscriptions/usage',
    permission: 'read_subscription',
    resource: 'subscription',
    input: z.strictObject({}),
    output: planUsage,
    audit: "Read the usage of the organisation's plan",
  },
});
