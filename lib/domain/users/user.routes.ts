import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import {
  assignedRoles,
  currentUser,
  newUser,
  ownChange,
  userChange,
  userPage,
  userTypes,
  userView,
} from './user.schema.ts';

const one = { user_id: z.string().max(254) };

/** Calls of the users area. */
export const userRoutes = routes({
  getCurrentUser: {
    method: 'GET',
    path: 'users/me',
    permission: 'read_own_user',
    resource: 'user',
    holders: 'everyone',
    input: z.strictObject({}),
    output: currentUser,
    audit: 'Read the signed-in user',
  },
  updateCurrentUser: {
    method: 'PUT',
    path: 'users/me',
    permission: 'update_own_user',
    resource: 'user',
    holders: 'everyone',
    input: ownChange,
    output: currentUser,
    audit: 'Update the signed-in user',
  },
  listUsers: {
    method: 'GET',
    path: 'users',
    permission: 'read_user',
    resource: 'user',
    input: z.strictObject({
      ...pageQuery(),
      regex: searchText.optional(),
      userType: z.enum(userTypes).optional(),
    }),
    output: userPage,
    audit: 'List users',
  },
  getUser: {
    method: 'GET',
    path: 'users/{user_id}',
    permission: 'read_user',
    resource: 'user',
    input: z.strictObject(one),
    output: userView,
    audit: 'Read a user',
  },
  createUser: {
    method: 'POST',
    path: 'users',
    permission: 'create_user',
    resource: 'user',
    input: newUser,
    output: userView,
    audit: 'Create a user',
    status: 201,
  },
  updateUser: {
    method: 'PUT',
    path: 'users/{user_id}',
    permission: 'update_user',
    resource: 'user',
    holders: 'ROOT',
    input: userChange.extend(one),
    output: userView,
    audit: 'Update a user',
  },
  deleteUser: {
    method: 'DELETE',
    path: 'users/{user_id}',
    permission: 'delete_user',
    resource: 'user',
    holders: 'ROOT',
    input: z.strictObject(one),
    output: z.object({}),
    audit: 'Delete a user',
  },
  assignRoles: {
    method: 'PUT',
    path: 'users/{user_id}/roles',
    permission: 'update_user_roles',
    resource: 'user',
    input: assignedRoles.extend(one),
    output: userView,
    audit: 'Assign roles to a user',
  },
});
