import { subscriptionRoutes } from '#lib/domain/subscriptions/subscription.routes.ts';
import { client } from './client.ts';

export const subscriptions = client(subscriptionRoutes);
