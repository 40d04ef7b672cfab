import type { Policies } from '#lib/kernel/caller.ts';
import { allowing, denying, type Row } from './policy.rules.ts';
import type { Permission, PolicyConflict } from './role.schema.ts';

const textOf = ({ resource, permission }: Row): string => `${resource}: ${permission}`;

/**
 * Permissions that ALLOW and DENY of the same role both cover, also by a wildcard (spec 2 section
 * 4; security design, R3).
 */
export const conflictsIn = (
  policies: Policies,
  permissions: readonly Permission[],
): PolicyConflict[] =>
  permissions.flatMap(({ name, resource_type }) => {
    const asked = { permission: name, resource: resource_type };
    const [allow, deny] = [allowing(policies, asked), denying(policies, asked)];
    if (!allow || !deny) return [];
    return [{ permission: name, resource_type, allow: textOf(allow), deny: textOf(deny) }];
  });

/** Whether any permission at all is chosen. */
export const isEmpty = ({ ALLOW, DENY }: Policies): boolean =>
  [ALLOW, DENY].every((map) =>
    Object.values(map).every((names) => Object.keys(names).length === 0),
  );
