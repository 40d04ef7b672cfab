import type { HeldRole, Policies, PolicyMap } from '#lib/kernel/caller.ts';

/** What a row is asked about: a permission by its name, and the resource type it belongs to. */
export type Asked = { permission: string; resource: string };

export type Effect = 'ALLOW' | 'DENY';

/** The row of a role that decided: what it says, in the role's own words. */
export type Row = { effect: Effect; resource: string; permission: string };

const writes = new Set(['create', 'update', 'delete']);

const actionOf = (permission: string): string => permission.split('_', 1)[0] ?? '';

/** Whether a permission of a row, or its wildcard, covers the permission that is asked for. */
export const covers = (written: string, permission: string): boolean => {
  if (written === '*' || written === permission) return true;
  const action = actionOf(permission);
  return written === `${action}_*` || (written === 'write_*' && writes.has(action));
};

/** The first row of the map that covers what is asked for; own properties only. */
const rowIn = (
  map: PolicyMap,
  effect: Effect,
  { permission, resource }: Asked,
): Row | undefined => {
  for (const [type, names] of Object.entries(map)) {
    if (type !== '*' && type !== resource) continue;
    const written = Object.entries(names).find(
      ([name, held]) => held && covers(name, permission),
    );
    if (written) return { effect, resource: type, permission: written[0] };
  }
  return undefined;
};

export const allowing = ({ ALLOW }: Policies, asked: Asked): Row | undefined =>
  rowIn(ALLOW, 'ALLOW', asked);

export const denying = ({ DENY }: Policies, asked: Asked): Row | undefined =>
  rowIn(DENY, 'DENY', asked);

export type Verdict = { role: HeldRole; row: Row };

/**
 * What the roles together say, and which of them by which row: DENY wins at any width in any role,
 * and nothing at all where no row covers it, which is a refusal (security design, R1).
 */
export const verdictOf = (roles: readonly HeldRole[], asked: Asked): Verdict | undefined => {
  for (const find of [denying, allowing]) {
    for (const role of roles) {
      const row = find(role.policies, asked);
      if (row) return { role, row };
    }
  }
  return undefined;
};
