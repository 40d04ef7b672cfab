import * as z from 'zod';
import { routes } from '#lib/kernel/route.ts';
import { currentUser } from './user.schema.ts';

export const userRoutes = routes({
  getCurrentUser: {
    method: 'GET',
    path: 'users/me',
    permission: 'read_own_user',
    resource: 'user',
    input: z.strictObject({}),
    output: currentUser,
    audit: 'Read the signed-in user',
  },
});
