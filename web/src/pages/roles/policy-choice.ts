import { covers, type Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { Policies, PolicyMap } from '#lib/kernel/caller.ts';

/** One row of ALLOW or DENY; both parts may be wildcards. */
export type Line = { resource: string; permission: string };

/** Permissions that are chosen together, and the wildcard row for all of them. */
export type Group = { line: Line; permissions: readonly Permission[] };

/** A user's action in one of the tabs. */
export type Act =
  | { kind: 'permission'; permission: Permission; on: boolean }
  | { kind: 'group'; group: Group; on: boolean }
  | { kind: 'everything'; on: boolean };

const everything: Line = { resource: '*', permission: '*' };

const linesOf = (map: PolicyMap): Line[] =>
  Object.entries(map).flatMap(([resource, names]) =>
    Object.keys(names).map((permission) => ({ resource, permission })),
  );

/** In a fixed order, so that the same choice always gives the same map. */
const mapOf = (lines: readonly Line[]): PolicyMap => {
  const map = new Map<string, string[]>();
  for (const { resource, permission } of lines) {
    map.set(resource, [...(map.get(resource) ?? []), permission]);
  }
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([resource, names]) => [
      resource,
      Object.fromEntries(names.sort().map((name): [string, true] => [name, true])),
    ]),
  );
};

const lineOf = ({ name, resource_type }: Permission): Line => ({
  resource: resource_type,
  permission: name,
});

/** Whether the wide row covers the narrow one. */
const includes = (wide: Line, narrow: Line): boolean =>
  (wide.resource === '*' || wide.resource === narrow.resource) &&
  covers(wide.permission, narrow.permission);

const isSame = (a: Line, b: Line): boolean =>
  a.resource === b.resource && a.permission === b.permission;

const removeLine = (lines: readonly Line[], line: Line): Line[] =>
  lines.filter((one) => !isSame(one, line));

/** Whether the permission is chosen: covered by its own row or a wildcard. */
export const isChosen = (map: PolicyMap, permission: Permission): boolean =>
  linesOf(map).some((line) => includes(line, lineOf(permission)));

/** Whether one row covers the whole group, including permissions that later versions add. */
export const isWhole = (map: PolicyMap, { line }: Pick<Group, 'line'>): boolean =>
  linesOf(map).some((one) => includes(one, line));

export const isEverything = (map: PolicyMap): boolean => isWhole(map, { line: everything });

export const countChosen = (map: PolicyMap, permissions: readonly Permission[]): number =>
  permissions.filter((one) => isChosen(map, one)).length;

/**
 * The rows that replace a row when some permissions are removed from it. The row for everything
 * becomes wildcards of the unaffected resources; any other wildcard becomes one row for each
 * remaining permission.
 */
const splitLine = (
  line: Line,
  removed: readonly Permission[],
  all: readonly Permission[],
): Line[] => {
  const removedNames = new Set(removed.map(({ name }) => name));
  const remaining = all.filter((one) => includes(line, lineOf(one)) && !removedNames.has(one.name));
  if (!isSame(line, everything)) return remaining.map(lineOf);
  const affectedTypes = new Set(removed.map(({ resource_type }) => resource_type));
  return remaining.map((one) =>
    affectedTypes.has(one.resource_type)
      ? lineOf(one)
      : { resource: one.resource_type, permission: '*' },
  );
};

const clearPermissions = (
  lines: readonly Line[],
  removed: readonly Permission[],
  all: readonly Permission[],
): Line[] =>
  lines.flatMap((line) =>
    removed.some((one) => includes(line, lineOf(one))) ? splitLine(line, removed, all) : [line],
  );

/** The row for everything is added to the existing rows, which apply again once it is removed. */
const applyAct = (lines: Line[], action: Act, all: readonly Permission[]): Line[] => {
  if (action.kind === 'everything') {
    const rest = removeLine(lines, everything);
    return action.on ? [everything, ...rest] : rest;
  }
  if (action.kind === 'permission') {
    const { permission, on } = action;
    return on ? [...lines, lineOf(permission)] : clearPermissions(lines, [permission], all);
  }
  const { line, permissions } = action.group;
  const remaining = lines.filter((one) => !includes(line, one));
  return action.on ? [...remaining, line] : clearPermissions(remaining, permissions, all);
};

/**
 * The policies after an action in one tab: a group is chosen by its wildcard, and clearing a single
 * permission of a wildcard keeps the others as separate rows.
 */
export const updatePolicies = (
  policies: Policies,
  effect: Effect,
  action: Act,
  all: readonly Permission[],
): Policies => ({ ...policies, [effect]: mapOf(applyAct(linesOf(policies[effect]), action, all)) });

/** Without rows that a wider one covers: the stored form. */
const simplifyMap = (map: PolicyMap): PolicyMap => {
  const lines = linesOf(map);
  return mapOf(
    lines.filter((line) => !lines.some((wide) => !isSame(wide, line) && includes(wide, line))),
  );
};

export const simplifyPolicies = ({ ALLOW, DENY }: Policies): Policies => ({
  ALLOW: simplifyMap(ALLOW),
  DENY: simplifyMap(DENY),
});

/** Only rows that cover an existing permission: obsolete ones could be neither shown nor saved. */
const keepKnownLines = (map: PolicyMap, all: readonly Permission[]): PolicyMap =>
  mapOf(linesOf(map).filter((line) => all.some((one) => includes(line, lineOf(one)))));

/** The policies of a stored role, as the editor's initial choice. */
export const choiceOf = ({ ALLOW, DENY }: Policies, all: readonly Permission[]): Policies => ({
  ALLOW: keepKnownLines(ALLOW, all),
  DENY: keepKnownLines(DENY, all),
});
