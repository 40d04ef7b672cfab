import { libraryRoutes } from '#lib/domain/library/library.routes.ts';
import { libraryService } from '#lib/domain/library/library.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(libraryRoutes, libraryService(), deps);
