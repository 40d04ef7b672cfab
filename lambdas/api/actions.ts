import { actionRoutes } from '#lib/domain/actions/action.routes.ts';
import { actionService } from '#lib/domain/actions/action.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

export const handler = apiHandler(actionRoutes, actionService({ db }), api);
