import { roleRoutes } from '#lib/domain/roles/role.routes.ts';
import { roleService } from '#lib/domain/roles/role.service.ts';
import { peopleIn } from '#lib/domain/users/user.store.ts';
import { permissions } from '#lib/permissions.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const service = roleService({ db, clock, permissions, people: peopleIn(db) });

export const handler = apiHandler(roleRoutes, service, api);
