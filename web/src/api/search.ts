import { searchRoutes } from '#lib/domain/search/search.routes.ts';
import { client } from './client.ts';

export const search = client(searchRoutes);
