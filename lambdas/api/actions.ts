import { actionCalls } from '#lib/action-calls.ts';
import { actionRoutes } from '#lib/domain/actions/action.routes.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { testAction } from '../deps/test-action.ts';
import { clock } from '../deps/process.ts';

/** Loaded on first use: the YAML library is large, and few calls read a file. */
const readAction = async (text: string) => (await import('#lib/action-text.ts')).readAction(text);

const service = actionCalls({ db, clock, testAction, readAction });

export const handler = apiHandler(actionRoutes, service, api);
