import type { Policies } from '#lib/kernel/caller.ts';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import { covers, findAllowRow, findDenyRow, type Row, rowsOf, rowText } from './policy.rules.ts';
import type { Permission, PolicyConflict } from './role.schema.ts';

const textOf = ({ resource, permission }: Row): string => `${resource}: ${permission}`;

/** Permissions that both ALLOW and DENY of one role cover, also by a wildcard. */
export const conflictsIn = (
  policies: Policies,
  permissions: readonly Permission[],
): PolicyConflict[] =>
  permissions.flatMap(({ name, resource_type }) => {
    const request = { permission: name, resource: resource_type };
    const [allow, deny] = [findAllowRow(policies, request), findDenyRow(policies, request)];
    if (!allow || !deny) return [];
    return [{ permission: name, resource_type, allow: textOf(allow), deny: textOf(deny) }];
  });

/** Whether the policies contain no permission at all. */
export const isEmpty = (policies: Policies): boolean => rowsOf(policies).length === 0;

const isStray = (row: Row, permissions: readonly Permission[]): boolean =>
  !permissions.some(
    ({ name, resource_type }) =>
      (row.resource === '*' || row.resource === resource_type) && covers(row.permission, name),
  );

/**
 * Rows that cover no permission: they are misspelt, stand under the wrong resource type, or name
 * something that the product no longer has.
 */
const strayRows = (policies: Policies, permissions: readonly Permission[]): Row[] =>
  rowsOf(policies).filter((row) => isStray(row, permissions));

/** What is wrong with policies, as sentences; `loc` is the path within the role. */
export type PolicyFault = { error: string; detail: RefusalDetail[] };

/** What is wrong with a role's policies; undefined if they are valid. */
export const faultIn = (
  policies: Policies,
  permissions: readonly Permission[],
): PolicyFault | undefined => {
  const stray = strayRows(policies, permissions).map((row) => ({
    msg: `The row "${rowText(row)}" covers no permission. Remove it.`,
    loc: ['policies', row.effect, row.resource, row.permission],
  }));
  if (stray[0]) return { error: stray[0].msg, detail: stray };
  if (isEmpty(policies)) {
    const error = 'Please select at least one permission in either ALLOW or DENY section.';
    return { error, detail: [{ msg: error, loc: ['policies'] }] };
  }
  const detail = conflictsIn(policies, permissions).map((one) => ({
    msg: `${one.permission} is in both: ALLOW ${one.allow} and DENY ${one.deny}.`,
    loc: ['policies', one.resource_type, one.permission],
  }));
  if (detail.length === 0) return undefined;
  const error =
    'Please resolve the permission conflicts between ALLOW and DENY sections before creating ' +
    'the role.';
  return { error, detail };
};
