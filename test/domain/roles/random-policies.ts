import * as fc from 'fast-check';
import { actions } from '#lib/kernel/actions.ts';
import type { HeldRole, Policies, PolicyMap } from '#lib/kernel/caller.ts';
import { permissions } from '#lib/permissions.ts';

const knownPermission = fc.constantFrom(...permissions);

/** Names that a careless comparison could confuse, and those that every object inherits. */
const nearNames = [
  'read',
  'read_',
  'read_bo',
  'read_bots',
  'read_bot_',
  'read_bot ',
  ' read_bot',
  'Read_bot',
  'READ_BOT',
  'read-bot',
  'readbot',
  'rеad_bot',
  'reads_bot',
  'write_bot',
  'delete',
  'deletes_bot',
  'undelete_bot',
  '',
];
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const nearTypes = ['bo', 'bots', 'Bot', 'bot ', 'bоt', 'bot_', '', ...inherited];
const wildcards = ['*', 'write_*', ...actions.map((action) => `${action}_*`)];

/** Permissions that must not match under a similar name. */
export const nearMisses = [
  ...[...nearNames, ...inherited].map((permission) => ({ resource: 'bot', permission })),
  ...nearTypes.map((resource) => ({ resource, permission: 'read_bot' })),
  ...inherited.map((name) => ({ resource: name, permission: name })),
];

const anyResourceType = fc.oneof(
  { weight: 6, arbitrary: knownPermission.map(({ resource_type }) => resource_type) },
  { weight: 2, arbitrary: fc.constantFrom('bot') },
  { weight: 2, arbitrary: fc.constantFrom('*') },
  { weight: 1, arbitrary: fc.constantFrom(...nearTypes) },
);

const anyPermissionName = fc.oneof(
  { weight: 4, arbitrary: knownPermission.map((one) => one.name) },
  { weight: 3, arbitrary: fc.constantFrom(...wildcards) },
  { weight: 1, arbitrary: fc.constantFrom(...actions).map((action) => `${action}_bot`) },
  { weight: 1, arbitrary: fc.constantFrom(...nearNames, ...inherited) },
);

/** `Object.fromEntries` makes `__proto__` an ordinary name, as `JSON.parse` does. */
const policyMapOf = (types: fc.Arbitrary<string>, names: fc.Arbitrary<string>) => {
  const rows = fc.array(names, { maxLength: 4 });
  return fc.array(fc.tuple(types, rows), { maxLength: 4 }).map((entries): PolicyMap => {
    const maps = entries.map(([one, permissionNames]): [string, Record<string, true>] => [
      one,
      Object.fromEntries(permissionNames.map((permission) => [permission, true])),
    ]);
    return Object.fromEntries(maps);
  });
};

const anyMap = policyMapOf(anyResourceType, anyPermissionName);

/** Policies with every kind of row, including unknown names. */
export const anyPolicies: fc.Arbitrary<Policies> = fc.record({ ALLOW: anyMap, DENY: anyMap });

const rolesOf = (policies: fc.Arbitrary<Policies>, maxLength: number): fc.Arbitrary<HeldRole[]> =>
  fc
    .array(policies, { maxLength })
    .map((all) => all.map((one, at) => ({ _id: `role_${at}`, name: `Role-${at}`, policies: one })));

export const anyRoles = rolesOf(anyPolicies, 4);

/** Realistic rows: a resource type's permission, or a wildcard that covers some. */
const realisticRow = fc.oneof(
  {
    weight: 5,
    arbitrary: knownPermission.map((one): [string, string] => [one.resource_type, one.name]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(knownPermission, fc.boolean())
      .map(([one, wide]): [string, string] => [
        one.resource_type,
        wide ? '*' : `${one.name.split('_', 1)[0]}_*`,
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string, string]>(['*', 'read_*'], ['*', 'write_*'], ['*', '*']),
  },
);

const realisticMap = (minLength: number, maxLength: number) =>
  fc.array(realisticRow, { minLength, maxLength }).map((rows): PolicyMap => {
    const map: PolicyMap = {};
    for (const [resource, permission] of rows) {
      map[resource] = { ...map[resource], [permission]: true };
    }
    return map;
  });

/** Policies in which each row covers something; the product must find their conflicts. */
export const realisticPolicies: fc.Arbitrary<Policies> = fc.record({
  ALLOW: realisticMap(0, 5),
  DENY: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, realisticMap(1, 2)),
});

export const realisticRoles = rolesOf(realisticPolicies, 3);
