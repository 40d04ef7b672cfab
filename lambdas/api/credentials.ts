import { credentialRoutes } from '#lib/domain/credentials/credential.routes.ts';
import { credentialService } from '#lib/domain/credentials/credential.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { secrets } from '../deps/secrets.ts';

const service = credentialService({ db, secrets, clock });

export const handler = apiHandler(credentialRoutes, service, api);
