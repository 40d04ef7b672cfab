import { libraryRoutes } from '#lib/domain/library/library.routes.ts';
import { client } from './client.ts';

export const library = client(libraryRoutes);
