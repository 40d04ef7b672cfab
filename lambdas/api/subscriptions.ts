import { subscriptionRoutes } from '#lib/domain/subscriptions/subscription.routes.ts';
import { subscriptionService } from '#lib/domain/subscriptions/subscription.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(subscriptionRoutes, subscriptionService(deps), deps);
