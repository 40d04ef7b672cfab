import { libraryRoutes } from '#lib/domain/library/library.routes.ts';
import { libraryService } from '#lib/domain/library/library.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

export const handler = apiHandler(libraryRoutes, libraryService({ db }), api);
