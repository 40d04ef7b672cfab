import { subscriptionRoutes } from '#lib/domain/subscriptions/subscription.routes.ts';
import { subscriptionService } from '#lib/domain/subscriptions/subscription.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

const service = subscriptionService({ db });

export const handler = apiHandler(subscriptionRoutes, service, api);
