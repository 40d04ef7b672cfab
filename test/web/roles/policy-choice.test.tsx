import * as fc from 'fast-check';
import { faultIn } from '#lib/domain/roles/conflict.rules.ts';
import { allowing, denying, type Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { Policies, PolicyMap } from '#lib/kernel/caller.ts';
import { groupings, groupsOf } from '#web/pages/roles/permission-groups.ts';
import {
  type Act,
  choiceOf,
  choose,
  countChosen,
  isChosen,
  isEverything,
  isWhole,
  simplify,
} from '#web/pages/roles/policy-choice.ts';

const one = (name: string, resource_type: string): Permission => ({
  name,
  resource_type,
  description: `${name} of the test`,
});

const all: Permission[] = [
  one('read_bot', 'bot'),
  one('create_bot', 'bot'),
  one('update_bot', 'bot'),
  one('delete_bot', 'bot'),
  one('read_user', 'user'),
  one('update_user_roles', 'user'),
  one('read_audit_trail', 'audit_trail'),
];
const [readBot, createBot] = all as [Permission, Permission];

const nothing: Policies = { ALLOW: {}, DENY: {} };
const rows = (...names: string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));
const allow = (map: PolicyMap): Policies => ({ ...nothing, ALLOW: map });

const groupNamed = (id: string) => {
  const groups = groupings.flatMap((grouping) => groupsOf(all, grouping));
  const found = groups.find((group) => group.id === id);
  if (!found) throw new Error(`No group ${id}.`);
  return found;
};
const after = (policies: Policies, ...acts: Act[]): Policies =>
  acts.reduce((before, act) => choose(before, 'ALLOW', act, all), policies);
const tick = (permission: Permission, on = true): Act => ({ kind: 'permission', permission, on });
const group = (id: string, on = true): Act => ({ kind: 'group', group: groupNamed(id), on });
const everything = (on = true): Act => ({ kind: 'everything', on });

describe('choosing permissions', () => {
  it('writes a row for each selected permission in a fixed order', () => {
    const policies = after(nothing, tick(readBot), tick(createBot));
    expect(policies).toEqual(allow({ bot: rows('create_bot', 'read_bot') }));
    expect(JSON.stringify(after(nothing, tick(createBot), tick(readBot)))).toBe(
      JSON.stringify(policies),
    );
  });

  it('leaves no resource when its last permission is cleared', () => {
    expect(after(nothing, tick(readBot), tick(readBot, false))).toEqual(nothing);
  });

  it.each([
    ['bot', { bot: rows('*') }],
    ['read', { '*': rows('read_*') }],
    ['delete', { '*': rows('delete_*') }],
  ])('replaces the rows of the group %s by its wildcard', (id, map) => {
    const [first] = groupNamed(id).permissions as [Permission];
    expect(after(nothing, tick(first), group(id))).toEqual(allow(map));
  });

  it('replaces a wildcard by rows when one of its permissions is cleared', () => {
    expect(after(nothing, group('bot'), tick(readBot, false))).toEqual(
      allow({ bot: rows('create_bot', 'update_bot', 'delete_bot') }),
    );
    expect(after(nothing, group('read'), tick(readBot, false))).toEqual(
      allow({ user: rows('read_user'), audit_trail: rows('read_audit_trail') }),
    );
  });

  it('keeps wildcards of the other resources when one permission leaves "everything"', () => {
    expect(after(nothing, everything(), tick(createBot, false))).toEqual(
      allow({
        bot: rows('read_bot', 'update_bot', 'delete_bot'),
        user: rows('*'),
        audit_trail: rows('*'),
      }),
    );
  });

  it('clears a group from every wildcard that includes its permissions', () => {
    const policies = allow({ '*': rows('read_*', 'write_*'), bot: rows('*') });
    expect(after(policies, group('bot', false))).toEqual(
      allow({
        user: rows('read_user', 'update_user_roles'),
        audit_trail: rows('read_audit_trail'),
      }),
    );
  });

  it('restores the earlier choice when "everything" is switched off', () => {
    const before = after(nothing, group('bot'), group('read'));
    expect(after(before, everything(), everything(false))).toEqual(before);
  });

  it('stores no row that a wider row includes', () => {
    const wide = after(nothing, group('bot'), tick(readBot), everything());
    expect(simplify(wide)).toEqual(allow({ '*': rows('*') }));
    const narrow = allow({ '*': rows('write_*', 'create_*'), bot: rows('create_bot', 'read_bot') });
    expect(simplify(narrow)).toEqual(allow({ '*': rows('write_*'), bot: rows('read_bot') }));
  });

  it('distinguishes a wildcard for a group from all of its single permissions', () => {
    const each = after(nothing, ...groupNamed('bot').permissions.map((each) => tick(each)));
    expect(countChosen(each.ALLOW, groupNamed('bot').permissions)).toBe(4);
    expect(isWhole(each.ALLOW, groupNamed('bot'))).toBe(false);
    expect(isWhole(after(each, group('bot')).ALLOW, groupNamed('bot'))).toBe(true);
    expect(isWhole(after(nothing, everything()).ALLOW, groupNamed('delete'))).toBe(true);
  });

  it('ignores rows for removed permissions in a stored role', () => {
    const stored = allow({ bot: rows('read_bot', 'read_robot'), old: rows('*'), user: rows('*') });
    expect(choiceOf(stored, all)).toEqual(allow({ bot: rows('read_bot'), user: rows('*') }));
  });
});

describe('any sequence of choices', () => {
  const effect = fc.constantFrom<Effect[]>('ALLOW', 'DENY');
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({
      kind: fc.constant('permission' as const),
      permission: fc.constantFrom(...all),
      on: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('group' as const),
      group: fc.constantFrom(...groupings.flatMap((grouping) => groupsOf(all, grouping))),
      on: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('everything' as const), on: fc.boolean() }),
  );
  const written = fc.constantFrom('*', 'read_*', 'write_*', 'delete_*', 'read_bot', 'read_user');
  const storedMap = fc.dictionary(
    fc.constantFrom('*', 'bot', 'user', 'audit_trail'),
    fc.dictionary(written, fc.constant(true as const), { minKeys: 1 }),
  );
  const stored = fc.record({ ALLOW: storedMap, DENY: storedMap });
  const steps = fc.array(fc.tuple(effect, act), { maxLength: 12 });

  const decides = { ALLOW: allowing, DENY: denying };
  const verdicts = (policies: Policies, side: Effect) =>
    all.map(({ name, resource_type }) =>
      Boolean(decides[side](policies, { permission: name, resource: resource_type })),
    );
  const boxes = (policies: Policies, side: Effect) =>
    all.map((each) => isChosen(policies[side], each));
  const sides = ['ALLOW', 'DENY'] as const;

  it('gives policies that decide as the checkboxes show, even when simplified', () => {
    fc.assert(
      fc.property(stored, steps, (role, taken) => {
        const start = choiceOf(role, all);
        const end = taken.reduce((now, [side, each]) => choose(now, side, each, all), start);
        for (const side of sides) {
          expect(boxes(start, side)).toEqual(verdicts(role, side));
          expect(boxes(end, side)).toEqual(verdicts(end, side));
          expect(verdicts(simplify(end), side)).toEqual(verdicts(end, side));
        }
      }),
    );
  });

  it('changes only the checkboxes of each chosen permission or group', () => {
    const named = (each: Act): readonly Permission[] => {
      if (each.kind === 'permission') return [each.permission];
      return each.kind === 'group' ? each.group.permissions : all;
    };
    fc.assert(
      fc.property(stored, effect, act, (role, side, each) => {
        const start = choiceOf(role, all);
        const end = choose(start, side, each, all);
        const other = side === 'ALLOW' ? 'DENY' : 'ALLOW';
        expect(end[other]).toEqual(start[other]);
        if (each.kind === 'everything') {
          expect(isEverything(end[side])).toBe(each.on);
          return;
        }
        const names = named(each);
        const expected = all.map((one) =>
          names.includes(one) ? each.on : isChosen(start[side], one),
        );
        expect(boxes(end, side)).toEqual(expected);
        if (each.kind === 'group') expect(isWhole(end[side], each.group)).toBe(each.on);
      }),
    );
  });

  it('never gives a row that covers no permission', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const end = taken.reduce((now, [side, each]) => choose(now, side, each, all), nothing);
        expect(faultIn(simplify(end), all)?.error ?? '').not.toMatch(/covers no permission/);
      }),
    );
  });
});
