import { apiKeyRoutes } from '#lib/domain/api-keys/api-key.routes.ts';
import { apiKeyService } from '#lib/domain/api-keys/api-key.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { hashKey } from '../deps/hash-key.ts';
import { clock } from '../deps/process.ts';

const service = apiKeyService({ db, clock, hashKey });

export const handler = apiHandler(apiKeyRoutes, service, api);
