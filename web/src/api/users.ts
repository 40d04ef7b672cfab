import { userRoutes } from '#lib/domain/users/user.routes.ts';
import { client } from './client.ts';

export const users = client(userRoutes);
