import type { Policies, PolicyMap } from '#lib/kernel/caller.ts';
import { actions } from '#lib/kernel/actions.ts';
import { permissions } from '#lib/permissions.ts';

/**
 * An independent evaluation of policies, to compare with the product's: it expands each row to
 * everything that it covers, and subtracts the denied from the allowed.
 */
export type ResourcePermission = { resource: string; permission: string };

export const everyPermission: ResourcePermission[] = permissions.map(({ name, resource_type }) => ({
  resource: resource_type,
  permission: name,
}));

/** A permission for each possible action on a resource, only some of which the product has. */
export const everyAction: ResourcePermission[] = actions.map((action) => ({
  resource: 'bot',
  permission: `${action}_bot`,
}));

const writing = actions.filter((action) => action !== 'read');

const wildcardPatterns: Record<string, RegExp> = {
  '*': /^/,
  ...Object.fromEntries(actions.map((action) => [`${action}_*`, new RegExp(`^${action}_`)])),
  'write_*': new RegExp(`^(${writing.join('|')})_`),
};

const coversPermission = (rowName: string, permission: string): boolean => {
  const [, pattern] =
    Object.entries(wildcardPatterns).find(([wildcard]) => wildcard === rowName) ?? [];
  return pattern ? pattern.test(permission) : rowName === permission;
};

export const permissionKey = ({ resource, permission }: ResourcePermission): string =>
  JSON.stringify([resource, permission]);

const expandRows = (map: PolicyMap, universe: readonly ResourcePermission[]): Set<string> => {
  const pairs = new Set<string>();
  for (const [type, names] of Object.entries(map)) {
    const candidates = universe.filter(({ resource }) => type === '*' || type === resource);
    for (const rowName of Object.keys(names)) {
      for (const pair of candidates)
        if (coversPermission(rowName, pair.permission)) pairs.add(permissionKey(pair));
    }
  }
  return pairs;
};

/** The permissions of users with these roles, as texts of pairs. */
export const heldPermissions = (
  roles: readonly { policies: Policies }[],
  universe: readonly ResourcePermission[] = everyPermission,
): Set<string> => {
  const permissionKeys = new Set(
    roles.flatMap(({ policies }) => [...expandRows(policies.ALLOW, universe)]),
  );
  for (const { policies } of roles) {
    for (const pair of expandRows(policies.DENY, universe)) permissionKeys.delete(pair);
  }
  return permissionKeys;
};

/** What one role both allows and denies. */
export const allowedAndDenied = ({ ALLOW, DENY }: Policies): Set<string> => {
  const denied = expandRows(DENY, everyPermission);
  return new Set([...expandRows(ALLOW, everyPermission)].filter((pair) => denied.has(pair)));
};

/** Whether it contains a row that covers nothing. */
export const hasUselessRow = ({ ALLOW, DENY }: Policies): boolean =>
  [ALLOW, DENY].some((map) =>
    Object.entries(map).some(([type, names]) =>
      Object.keys(names).some((one) => {
        const alone = Object.fromEntries([[type, Object.fromEntries([[one, true as const]])]]);
        return expandRows(alone, everyPermission).size === 0;
      }),
    ),
  );
