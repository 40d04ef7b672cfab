import { actions, wildcardsOfAction } from '#lib/kernel/actions.ts';
import type { HeldRole, Policies, PolicyMap } from '#lib/kernel/caller.ts';

/** What a row is asked about: a permission by its name, and the resource type it belongs to. */
export type Asked = { permission: string; resource: string };

export type Effect = 'ALLOW' | 'DENY';

/** The row of a role that decided: what it says, in the role's own words. */
export type Row = { effect: Effect; resource: string; permission: string };

/** What a permission that begins so may be covered by besides its own name, narrowest first. */
const wildcards: ReadonlyMap<string, readonly string[]> = new Map(
  actions.map((action) => [`${action}_`, wildcardsOfAction(action)]),
);

const allOfIt: readonly string[] = ['*'];

const wildcardsOf = (permission: string): readonly string[] =>
  wildcards.get(permission.slice(0, permission.indexOf('_') + 1)) ?? allOfIt;

/** Whether a permission of a row, or its wildcard, covers the permission that is asked for. */
export const covers = (written: string, permission: string): boolean =>
  written === permission || wildcardsOf(permission).includes(written);

/** Names in policies are people's text: what objects inherit is not theirs. */
const own = <T>(map: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** The narrowest row that covers what is asked for: looked up, whatever the role's size. */
const rowIn = (
  map: PolicyMap,
  effect: Effect,
  { permission, resource }: Asked,
): Row | undefined => {
  for (const type of [resource, '*']) {
    const names = own(map, type);
    if (!names) continue;
    if (own(names, permission)) return { effect, resource: type, permission };
    const wildcard = wildcardsOf(permission).find((one) => own(names, one));
    if (wildcard !== undefined) return { effect, resource: type, permission: wildcard };
  }
  return undefined;
};

export const allowing = ({ ALLOW }: Policies, asked: Asked): Row | undefined =>
  rowIn(ALLOW, 'ALLOW', asked);

export const denying = ({ DENY }: Policies, asked: Asked): Row | undefined =>
  rowIn(DENY, 'DENY', asked);

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
 * What the roles together say, and which of them by which row: DENY wins at any width in any role,
 * and nothing at all where no row covers it, which is a refusal.
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
