import { userRoutes } from '#lib/domain/users/user.routes.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { permissions } from '#lib/permissions.ts';
import { apiHandler, knowingSite } from '../api-handler.ts';
import { deps } from '../deps.ts';

// Named one by one: each part is made where it is read, and needs its variables there.
const { db, clock, log, identity, mail, calledSite: site } = deps;
const service = userService({ db, clock, log, identity, mail, site, permissions });

export const handler = knowingSite(site, apiHandler(userRoutes, service, deps));
