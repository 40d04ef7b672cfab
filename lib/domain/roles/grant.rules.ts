import type { HeldRole, Rights } from '#lib/kernel/caller.ts';
import { forbidden, type Refusal } from '#lib/kernel/refusal.ts';
import { type PermissionRequest, verdictOf } from './policy.rules.ts';
import type { Permission } from './role.schema.ts';

const toPermissionRequest = ({ name, resource_type }: Permission): PermissionRequest => ({
  permission: name,
  resource: resource_type,
});

/** The effect of the roles together on a permission; undefined if no row covers it. */
const effectOf = (roles: readonly HeldRole[], one: Permission) =>
  verdictOf(roles, toPermissionRequest(one))?.row.effect;

export const isAllowedBy = (roles: readonly HeldRole[], one: Permission): boolean =>
  effectOf(roles, one) === 'ALLOW';

/**
 * Whether the change may give a user more rights: it allows what was not allowed, or removes a DENY
 * that may have overridden another role.
 */
const canRaiseRights = (
  before: readonly HeldRole[],
  after: readonly HeldRole[],
  one: Permission,
) => {
  const [was, is] = [effectOf(before, one), effectOf(after, one)];
  return was !== is && (is === 'ALLOW' || was === 'DENY');
};

/**
 * Why the caller may not change users' roles from one set to another; undefined if they may. Nobody
 * can grant permissions that they do not hold, except ROOT.
 */
export const refusalToGrant = (
  { userType, roles }: Rights,
  { before, after }: { before: readonly HeldRole[]; after: readonly HeldRole[] },
  permissions: readonly Permission[],
): Refusal | undefined => {
  if (userType === 'ROOT') return undefined;
  const missing = permissions.filter(
    (one) => canRaiseRights(before, after, one) && !isAllowedBy(roles, one),
  );
  if (missing.length === 0) return undefined;
  const names = missing.slice(0, 3).map(({ name }) => name);
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  return forbidden(
    `You do not have ${names.join(', ')}${more}, so you cannot grant it or remove a DENY of it. ` +
      'Ask your ROOT user.',
  );
};
