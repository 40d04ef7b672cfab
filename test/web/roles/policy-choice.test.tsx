import * as fc from 'fast-check';
import { faultIn } from '#lib/domain/roles/conflict.rules.ts';
import { type Effect, findAllowRow, findDenyRow } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { Policies, PolicyMap } from '#lib/kernel/caller.ts';
import { groupings, groupsOf } from '#web/pages/roles/permission-groups.ts';
import {
  type Act,
  choiceOf,
  countChosen,
  isChosen,
  isEverything,
  isWhole,
  simplifyPolicies,
  updatePolicies,
} from '#web/pages/roles/policy-choice.ts';

const createPermission = (name: string, resource_type: string): Permission => ({
  name,
  resource_type,
  description: `${name} of the test`,
});

const allPermissions: Permission[] = [
  createPermission('read_bot', 'bot'),
  createPermission('create_bot', 'bot'),
  createPermission('update_bot', 'bot'),
  createPermission('delete_bot', 'bot'),
  createPermission('read_user', 'user'),
  createPermission('update_user_roles', 'user'),
  createPermission('read_audit_trail', 'audit_trail'),
];
const [readBot, createBot] = allPermissions as [Permission, Permission];

const nothing: Policies = { ALLOW: {}, DENY: {} };
const rows = (...names: string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));
const allow = (map: PolicyMap): Policies => ({ ...nothing, ALLOW: map });

const groupNamed = (id: string) => {
  const groups = groupings.flatMap((grouping) => groupsOf(allPermissions, grouping));
  const found = groups.find((group) => group.id === id);
  if (!found) throw new Error(`No group ${id}.`);
  return found;
};
const applyActs = (policies: Policies, ...acts: Act[]): Policies =>
  acts.reduce(
    (before, action) => updatePolicies(before, 'ALLOW', action, allPermissions),
    policies,
  );
const permissionAct = (permission: Permission, on = true): Act => ({
  kind: 'permission',
  permission,
  on,
});
const groupAct = (id: string, on = true): Act => ({ kind: 'group', group: groupNamed(id), on });
const everythingAct = (on = true): Act => ({ kind: 'everything', on });

describe('choosing permissions', () => {
  it('writes a row for each selected permission in a fixed order', () => {
    const policies = applyActs(nothing, permissionAct(readBot), permissionAct(createBot));
    expect(policies).toEqual(allow({ bot: rows('create_bot', 'read_bot') }));
    expect(
      JSON.stringify(applyActs(nothing, permissionAct(createBot), permissionAct(readBot))),
    ).toBe(JSON.stringify(policies));
  });

  it('leaves no resource when its last permission is cleared', () => {
    expect(applyActs(nothing, permissionAct(readBot), permissionAct(readBot, false))).toEqual(
      nothing,
    );
  });

  it.each([
    ['bot', { bot: rows('*') }],
    ['read', { '*': rows('read_*') }],
    ['delete', { '*': rows('delete_*') }],
  ])('replaces the rows of the group %s by its wildcard', (id, map) => {
    const [first] = groupNamed(id).permissions as [Permission];
    expect(applyActs(nothing, permissionAct(first), groupAct(id))).toEqual(allow(map));
  });

  it('replaces a wildcard by rows when one of its permissions is cleared', () => {
    expect(applyActs(nothing, groupAct('bot'), permissionAct(readBot, false))).toEqual(
      allow({ bot: rows('create_bot', 'update_bot', 'delete_bot') }),
    );
    expect(applyActs(nothing, groupAct('read'), permissionAct(readBot, false))).toEqual(
      allow({ user: rows('read_user'), audit_trail: rows('read_audit_trail') }),
    );
  });

  it('keeps wildcards of the other resources when one permission leaves "everything"', () => {
    expect(applyActs(nothing, everythingAct(), permissionAct(createBot, false))).toEqual(
      allow({
        bot: rows('read_bot', 'update_bot', 'delete_bot'),
        user: rows('*'),
        audit_trail: rows('*'),
      }),
    );
  });

  it('clears a group from every wildcard that includes its permissions', () => {
    const policies = allow({ '*': rows('read_*', 'write_*'), bot: rows('*') });
    expect(applyActs(policies, groupAct('bot', false))).toEqual(
      allow({
        user: rows('read_user', 'update_user_roles'),
        audit_trail: rows('read_audit_trail'),
      }),
    );
  });

  it('restores the earlier choice when "everything" is switched off', () => {
    const before = applyActs(nothing, groupAct('bot'), groupAct('read'));
    expect(applyActs(before, everythingAct(), everythingAct(false))).toEqual(before);
  });

  it('stores no row that a wider row includes', () => {
    const widePolicies = applyActs(
      nothing,
      groupAct('bot'),
      permissionAct(readBot),
      everythingAct(),
    );
    expect(simplifyPolicies(widePolicies)).toEqual(allow({ '*': rows('*') }));
    const narrowPolicies = allow({
      '*': rows('write_*', 'create_*'),
      bot: rows('create_bot', 'read_bot'),
    });
    expect(simplifyPolicies(narrowPolicies)).toEqual(
      allow({ '*': rows('write_*'), bot: rows('read_bot') }),
    );
  });

  it('distinguishes a wildcard for a group from all of its single permissions', () => {
    const singlePolicies = applyActs(
      nothing,
      ...groupNamed('bot').permissions.map((permission) => permissionAct(permission)),
    );
    expect(countChosen(singlePolicies.ALLOW, groupNamed('bot').permissions)).toBe(4);
    expect(isWhole(singlePolicies.ALLOW, groupNamed('bot'))).toBe(false);
    expect(isWhole(applyActs(singlePolicies, groupAct('bot')).ALLOW, groupNamed('bot'))).toBe(true);
    expect(isWhole(applyActs(nothing, everythingAct()).ALLOW, groupNamed('delete'))).toBe(true);
  });

  it('ignores rows for removed permissions in a stored role', () => {
    const stored = allow({ bot: rows('read_bot', 'read_robot'), old: rows('*'), user: rows('*') });
    expect(choiceOf(stored, allPermissions)).toEqual(
      allow({ bot: rows('read_bot'), user: rows('*') }),
    );
  });
});

describe('any sequence of choices', () => {
  const effect = fc.constantFrom<Effect[]>('ALLOW', 'DENY');
  const anyAction: fc.Arbitrary<Act> = fc.oneof(
    fc.record({
      kind: fc.constant('permission' as const),
      permission: fc.constantFrom(...allPermissions),
      on: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('group' as const),
      group: fc.constantFrom(
        ...groupings.flatMap((grouping) => groupsOf(allPermissions, grouping)),
      ),
      on: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('everything' as const), on: fc.boolean() }),
  );
  const pattern = fc.constantFrom('*', 'read_*', 'write_*', 'delete_*', 'read_bot', 'read_user');
  const storedMap = fc.dictionary(
    fc.constantFrom('*', 'bot', 'user', 'audit_trail'),
    fc.dictionary(pattern, fc.constant(true as const), { minKeys: 1 }),
  );
  const stored = fc.record({ ALLOW: storedMap, DENY: storedMap });
  const steps = fc.array(fc.tuple(effect, anyAction), { maxLength: 12 });

  const decides = { ALLOW: findAllowRow, DENY: findDenyRow };
  const verdicts = (policies: Policies, side: Effect) =>
    allPermissions.map(({ name, resource_type }) =>
      Boolean(decides[side](policies, { permission: name, resource: resource_type })),
    );
  const boxes = (policies: Policies, side: Effect) =>
    allPermissions.map((permission) => isChosen(policies[side], permission));
  const sides = ['ALLOW', 'DENY'] as const;

  it('gives policies that decide as the checkboxes show, even when simplified', () => {
    fc.assert(
      fc.property(stored, steps, (role, choices) => {
        const start = choiceOf(role, allPermissions);
        const end = choices.reduce(
          (now, [side, action]) => updatePolicies(now, side, action, allPermissions),
          start,
        );
        for (const side of sides) {
          expect(boxes(start, side)).toEqual(verdicts(role, side));
          expect(boxes(end, side)).toEqual(verdicts(end, side));
          expect(verdicts(simplifyPolicies(end), side)).toEqual(verdicts(end, side));
        }
      }),
    );
  });

  it('changes only the checkboxes of each chosen permission or group', () => {
    const permissionsOf = (action: Act): readonly Permission[] => {
      if (action.kind === 'permission') return [action.permission];
      return action.kind === 'group' ? action.group.permissions : allPermissions;
    };
    fc.assert(
      fc.property(stored, effect, anyAction, (role, side, action) => {
        const start = choiceOf(role, allPermissions);
        const end = updatePolicies(start, side, action, allPermissions);
        const otherSide = side === 'ALLOW' ? 'DENY' : 'ALLOW';
        expect(end[otherSide]).toEqual(start[otherSide]);
        if (action.kind === 'everything') {
          expect(isEverything(end[side])).toBe(action.on);
          return;
        }
        const names = permissionsOf(action);
        const expected = allPermissions.map((one) =>
          names.includes(one) ? action.on : isChosen(start[side], one),
        );
        expect(boxes(end, side)).toEqual(expected);
        if (action.kind === 'group') expect(isWhole(end[side], action.group)).toBe(action.on);
      }),
    );
  });

  it('never gives a row that covers no permission', () => {
    fc.assert(
      fc.property(steps, (choices) => {
        const end = choices.reduce(
          (now, [side, action]) => updatePolicies(now, side, action, allPermissions),
          nothing,
        );
        expect(faultIn(simplifyPolicies(end), allPermissions)?.error ?? '').not.toMatch(
          /covers no permission/,
        );
      }),
    );
  });
});
