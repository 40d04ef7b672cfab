import { complianceRoutes } from '#lib/domain/compliance/compliance.routes.ts';
import { complianceService } from '#lib/domain/compliance/compliance.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock } from '../deps/process.ts';
import { previewQueries } from '../deps/queries.ts';

const service = complianceService({ db, clock, files, queries: previewQueries });

export const handler = apiHandler(complianceRoutes, service, api);
