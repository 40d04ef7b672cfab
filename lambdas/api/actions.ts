import { actionCalls } from '#lib/action-calls.ts';
import { actionRoutes } from '#lib/domain/actions/action.routes.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { testAction } from '../deps/test-action.ts';
import { clock } from '../deps/process.ts';

export const handler = apiHandler(actionRoutes, actionCalls({ db, clock, testAction }), api);
