import { subscriptionRoutes } from '#lib/domain/subscriptions/subscription.routes.ts';
import { subscriptionCalls } from '#lib/subscription-calls.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const service = subscriptionCalls({ db, clock });

export const handler = apiHandler(subscriptionRoutes, service, api);
