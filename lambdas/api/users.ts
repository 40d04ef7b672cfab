import { userRoutes } from '#lib/domain/users/user.routes.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { permissions } from '#lib/permissions.ts';
import { type ApiHandler, apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

/** Where the console is: the stage says it with each call (lib/stack/rest-api.ts). */
const site = { url: '' };

// Named one by one: each part is made where it is read, and needs its variables there.
const { db, clock, log, identity, mail } = deps;
const service = userService({ db, clock, log, identity, mail, site, permissions });
const serve = apiHandler(userRoutes, service, deps);

export const handler: ApiHandler = (event, context) => {
  site.url = `${event.stageVariables?.siteUrl ?? ''}/app`;
  return serve(event, context);
};
