import { searchRoutes } from '#lib/domain/search/search.routes.ts';
import { searchService } from '#lib/domain/search/search.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';

const service = searchService({ db, files });

export const handler = apiHandler(searchRoutes, service, api);
