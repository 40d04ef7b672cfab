import { actions, wildcardsOfAction } from '#lib/kernel/actions.ts';
import type { HeldRole, Policies, PolicyMap } from '#lib/kernel/caller.ts';

/** What is looked up in the rows: a permission's name and its resource type. */
export type PermissionRequest = { permission: string; resource: string };

export type Effect = 'ALLOW' | 'DENY';

/** The row of a role that decided, as it is written in the role. */
export type Row = { effect: Effect; resource: string; permission: string };

/** The wildcards that cover a permission with this prefix, narrowest first. */
const wildcards: ReadonlyMap<string, readonly string[]> = new Map(
  actions.map((action) => [`${action}_`, wildcardsOfAction(action)]),
);

const fullWildcard: readonly string[] = ['*'];

const wildcardsOf = (permission: string): readonly string[] =>
  wildcards.get(permission.slice(0, permission.indexOf('_') + 1)) ?? fullWildcard;

/** Whether a permission in a row, or its wildcard, covers the requested permission. */
export const covers = (rowPermission: string, permission: string): boolean =>
  rowPermission === permission || wildcardsOf(permission).includes(rowPermission);

/** An own property only: names in policies are entered by users, and may equal inherited ones. */
const ownValue = <T>(map: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** The narrowest row that covers the request; a lookup, whatever the role's size. */
const findRow = (
  map: PolicyMap,
  effect: Effect,
  { permission, resource }: PermissionRequest,
): Row | undefined => {
  for (const type of [resource, '*']) {
    const names = ownValue(map, type);
    if (!names) continue;
    if (ownValue(names, permission)) return { effect, resource: type, permission };
    const wildcard = wildcardsOf(permission).find((one) => ownValue(names, one));
    if (wildcard !== undefined) return { effect, resource: type, permission: wildcard };
  }
  return undefined;
};

export const findAllowRow = ({ ALLOW }: Policies, request: PermissionRequest): Row | undefined =>
  findRow(ALLOW, 'ALLOW', request);

export const findDenyRow = ({ DENY }: Policies, request: PermissionRequest): Row | undefined =>
  findRow(DENY, 'DENY', request);

/** Every row of a role. */
export const rowsOf = (policies: Policies): Row[] =>
  (['ALLOW', 'DENY'] as const).flatMap((effect) =>
    Object.entries(policies[effect]).flatMap(([resource, names]) =>
      Object.keys(names).map((permission) => ({ effect, resource, permission })),
    ),
  );

/** A row as people read it: `DENY bot: delete_*`. */
export const rowText = ({ effect, resource, permission }: Row): string =>
  `${effect} ${resource}: ${permission}`;

export type Verdict = { role: HeldRole; row: Row };

/**
 * The combined effect of the roles, with the role and row that decided: a DENY in any role, however
 * wide, overrides every ALLOW. Undefined if no row covers the request, which means a refusal.
 */
export const verdictOf = (
  roles: readonly HeldRole[],
  request: PermissionRequest,
): Verdict | undefined => {
  for (const find of [findDenyRow, findAllowRow]) {
    for (const role of roles) {
      const row = find(role.policies, request);
      if (row) return { role, row };
    }
  }
  return undefined;
};
