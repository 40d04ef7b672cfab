import { userRoutes } from '#lib/domain/users/user.routes.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { apiHandler, withSiteUrl } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { siteOfCall as site } from '../deps/site-of-call.ts';
import { db } from '../deps/database.ts';
import { identity } from '../deps/identity.ts';
import { mail } from '../deps/mail.ts';
import { permissions } from '../deps/permissions.ts';
import { clock, log } from '../deps/process.ts';

const service = userService({ db, clock, log, identity, mail, site, permissions });

export const handler = withSiteUrl(site, apiHandler(userRoutes, service, api));
