import type { PredefinedRole } from './predefined.rules.ts';
import { type Role, roleNameLength, type RoleView } from './role.schema.ts';

const arnOf = (owner: string, id: string): string => `arn:cloudwarden:rbac::${owner}:role/${id}`;

export const viewOf = (role: Role, defaultId: string | null): RoleView => {
  const { tenant_id, ...fields } = role;
  return { ...fields, arn: arnOf(tenant_id, role._id), is_default: role._id === defaultId };
};

export const viewOfPredefined = (role: PredefinedRole, defaultId: string | null): RoleView => ({
  ...role,
  root_user_id: null,
  arn: arnOf('system', role._id),
  is_default: role._id === defaultId,
});

const maxCopyNames = 99;

/**
 * Candidate names for a copy, in the order in which they are tried: `{role}-Custom`, then with a
 * number, shortened to the longest name allowed.
 */
export const copyNames = (name: string): string[] =>
  Array.from({ length: maxCopyNames }, (_, at) => {
    const suffix = at === 0 ? '-Custom' : `-Custom-${at + 1}`;
    return `${name.slice(0, roleNameLength - suffix.length)}${suffix}`;
  });
