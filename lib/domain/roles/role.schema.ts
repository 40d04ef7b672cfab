import * as z from 'zod';
import { actions } from '#lib/kernel/actions.ts';
import { limits } from '#lib/kernel/limits.ts';
import { pageOf } from '#lib/kernel/page.ts';

/** A permission that roles can give; its name is `<action>_<thing>`. */
export const permission = z.object({
  name: z.string(),
  resource_type: z.string(),
  description: z.string(),
});
export type Permission = z.infer<typeof permission>;

/** The id of a role that a request names. */
export const roleId = z.string().min(1, 'Choose a role.').max(60);

const resourceType = z.string().regex(/^(\*|[a-z][a-z_]{0,59})$/);
const permissionName = z
  .string()
  .regex(new RegExp(`^(\\*|(write|${actions.join('|')})_(\\*|[a-z_]{1,60}))$`));

const recordByName = <K extends z.ZodString, V extends z.ZodType>(
  key: K,
  value: V,
  label: string,
) =>
  z.record(key, value, {
    error: ({ code }) => (code === 'invalid_key' ? `This ${label} does not exist.` : undefined),
  });

const policyMap = recordByName(
  resourceType,
  recordByName(permissionName, z.literal(true), 'permission'),
  'resource type',
);

/**
 * ALLOW and DENY, each by resource type. Wildcards: the resource type `*` means every resource; the
 * permission `*` means all of a resource; `read_*`, `run_*` and similar ones cover one action, and
 * `write_*` covers every action but read.
 */
export const policies = z.strictObject({ ALLOW: policyMap, DENY: policyMap });

const hasProto = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto));

const countRows = (map: z.infer<typeof policyMap>): number =>
  Object.values(map).reduce((count, names) => count + 1 + Object.keys(names).length, 0);

/** Policies in a request. A zod record would drop `__proto__` silently, so it is rejected. */
const givenPolicies = z.preprocess(
  (value, context) => {
    if (hasProto(value)) {
      context.addIssue({ code: 'custom', message: 'This permission does not exist.' });
    }
    return value;
  },
  policies.refine(
    ({ ALLOW, DENY }) => countRows(ALLOW) + countRows(DENY) <= limits.rowsPerRole,
    `A role has at most ${limits.rowsPerRole} rows.`,
  ),
);

/** The longest name of a role, in characters. */
export const roleNameLength = 64;

/** The rules for the name of a new role, in the order of their messages. */
const newRoleName = z
  .string('Please input the role name!')
  .min(1, 'Please input the role name!')
  .min(3, 'Role name must be at least 3 characters long')
  .max(roleNameLength, 'Role name cannot exceed 64 characters!')
  .refine((name) => !/\s-|-\s/.test(name), 'Hyphens should not have spaces around them')
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/,
    'Name must start and end with a letter or number, and can only contain letters, numbers, ' +
      'and hyphens',
  );

const description = z
  .string('Please input the description!')
  .trim()
  .min(1, 'Please input the description!')
  .max(500);

export const newRole = z.strictObject({
  name: newRoleName,
  description,
  policies: givenPolicies,
});
export type NewRole = z.infer<typeof newRole>;

/** An edited name follows the same rules as a new one, with the messages of the edit form. */
export const roleChange = z.strictObject({
  name: z
    .string('Please input role name!')
    .min(1, 'Please input role name!')
    .max(roleNameLength, 'Role name cannot exceed 64 characters!')
    .pipe(newRoleName),
  description,
  policies: givenPolicies,
});

/** A role's unsaved policies, as its editor sends them for a preview. */
export const rolePreview = z.strictObject({ role_id: roleId, policies: givenPolicies });

/** A role as stored; predefined roles have no owner, are shared by all and never stored. */
export const role = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  policies,
  root_user_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
});
export type Role = z.infer<typeof role>;

/** `root_user_id` is null for predefined roles; `is_default` comes from the organisation. */
export const roleView = role
  .omit({ tenant_id: true, revision: true, created_at: true, updated_at: true })
  .extend({
    arn: z.string(),
    is_default: z.boolean(),
    /** Raised by each change of a custom role. */
    revision: z.number().optional(),
    created_at: z.string().optional(),
    updated_at: z.string().optional(),
  });
export type RoleView = z.infer<typeof roleView>;

/** Predefined roles are returned with the first page only. */
export const rolePage = pageOf(roleView).extend({ predefined: z.array(roleView) });

export const defaultRole = z.object({ default_role_id: z.string().nullable() });

/** How a role's change would affect its holders: how many gain or lose which permission. */
export const roleImpact = z.object({
  users: z.number(),
  gains: z.array(z.object({ permission: z.string(), users: z.number() })),
  loses: z.array(z.object({ permission: z.string(), users: z.number() })),
});
export type RoleImpact = z.infer<typeof roleImpact>;

/** A permission that both ALLOW and DENY of one role cover, with the row on each side. */
export type PolicyConflict = {
  permission: string;
  resource_type: string;
  allow: string;
  deny: string;
};
