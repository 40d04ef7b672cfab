import { subscriptionRoutes } from '#lib/domain/subscriptions/subscription.routes.ts';
import { subscriptionCalls } from '#lib/subscription-calls.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock, environment } from '../deps/process.ts';

const support = { email: environment('SUPPORT_EMAIL') };

const service = subscriptionCalls({ db, clock, support });

export const handler = apiHandler(subscriptionRoutes, service, api);
