import { roleRoutes } from '#lib/domain/roles/role.routes.ts';
import { roleCalls } from '#lib/role-calls.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { permissions } from '../deps/permissions.ts';
import { clock } from '../deps/process.ts';

const service = roleCalls({ db, clock, permissions });

export const handler = apiHandler(roleRoutes, service, api);
