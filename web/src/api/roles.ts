import { roleRoutes } from '#lib/domain/roles/role.routes.ts';
import { client } from './client.ts';

export const roles = client(roleRoutes);
