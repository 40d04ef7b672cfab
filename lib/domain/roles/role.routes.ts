import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import {
  defaultRole,
  newRole,
  permission,
  roleChange,
  roleId,
  roleImpact,
  rolePage,
  rolePreview,
  roleView,
} from './role.schema.ts';

const one = { role_id: roleId };

/** Calls of the roles area. */
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
    input: z.strictObject({ default_role_id: roleId }),
    output: defaultRole,
    audit: 'Set the default role',
  },
  previewRole: {
    method: 'POST',
    path: 'roles/preview',
    permission: 'update_role',
    resource: 'role',
    reads: true,
    input: rolePreview,
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
    input: roleChange.extend({
      ...one,
      /** The role as it was seen: a save refuses to undo what somebody did since. */
      base_revision: z.number('Say which revision you changed.').int().min(1),
    }),
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
