import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import {
  defaultRole,
  newRole,
  permission,
  policies,
  roleChange,
  roleImpact,
  rolePage,
  roleView,
} from './role.schema.ts';

const role_id = z.string().max(60);
const one = { role_id };

/** Calls of the roles area (spec 2 section 7). */
export const roleRoutes = routes({
  listRoles: {
    method: 'GET',
    path: 'roles',
    permission: 'read_role',
    resource: 'role',
    input: z.strictObject(pageQuery()),
    output: rolePage,
    audit: 'List roles',
  },
  listPermissions: {
    method: 'GET',
    path: 'permissions',
    permission: 'read_role',
    resource: 'role',
    input: z.strictObject({}),
    output: z.object({ items: z.array(permission) }),
    audit: 'List the permissions that roles can give',
  },
  getDefaultRole: {
    method: 'GET',
    path: 'roles/default',
    permission: 'read_role',
    resource: 'role',
    input: z.strictObject({}),
    output: defaultRole,
    audit: 'Read which role people without one have',
  },
  setDefaultRole: {
    method: 'PUT',
    path: 'roles/default',
    permission: 'update_role',
    resource: 'role',
    input: z.strictObject({ default_role_id: role_id }),
    output: defaultRole,
    audit: 'Set the default role',
  },
  previewRole: {
    method: 'POST',
    path: 'roles/preview',
    permission: 'update_role',
    resource: 'role',
    reads: true,
    input: z.strictObject({ role_id, policies }),
    output: roleImpact,
    audit: 'Tell who would gain or lose what by a changed role',
  },
  getRole: {
    method: 'GET',
    path: 'roles/{role_id}',
    permission: 'read_role',
    resource: 'role',
    input: z.strictObject(one),
    output: roleView,
    audit: 'Read a role',
  },
  createRole: {
    method: 'POST',
    path: 'roles',
    permission: 'create_role',
    resource: 'role',
    input: newRole,
    output: roleView,
    audit: 'Create a role',
    status: 201,
  },
  cloneRole: {
    method: 'POST',
    path: 'roles/{role_id}/clone',
    permission: 'create_role',
    resource: 'role',
    input: z.strictObject(one),
    output: roleView,
    audit: 'Copy a role',
    status: 201,
  },
  updateRole: {
    method: 'PUT',
    path: 'roles/{role_id}',
    permission: 'update_role',
    resource: 'role',
    input: roleChange.extend(one),
    output: roleView,
    audit: 'Update a role',
  },
  deleteRole: {
    method: 'DELETE',
    path: 'roles/{role_id}',
    permission: 'delete_role',
    resource: 'role',
    input: z.strictObject(one),
    output: z.object({}),
    audit: 'Delete a role',
  },
});
