import * as fc from 'fast-check';
import { decide } from '#lib/domain/account/permission.rules.ts';
import { verdictOf } from '#lib/domain/roles/policy.rules.ts';
import { actions } from '#lib/kernel/actions.ts';
import type { HeldRole } from '#lib/kernel/caller.ts';
import { caseCount } from '#test/support/thorough.ts';
import { anyRoles, nearMisses } from './random-policies.ts';
import { everyAction, everyPermission, heldPermissions, permissionKey } from './oracle.ts';
import { roleOf } from './policy-text.ts';

const verdict = (roles: readonly HeldRole[], resource: string, permission: string) =>
  verdictOf(roles, { resource, permission })?.row.effect ?? 'nothing';

describe('the verdict of roles about a permission', () => {
  const universe = [...everyPermission, ...everyAction, ...nearMisses];
  const somebody = { userType: 'SUBUSER', readOnly: false } as const;

  it('equals a naive evaluation of random sets of roles', () => {
    const numRuns = caseCount({ usual: 2000, thorough: 10_000 });
    const counts = { allowed: 0, denied: 0, silent: 0 };
    fc.assert(
      fc.property(anyRoles, (roles) => {
        const expectedKeys = heldPermissions(roles, universe);
        const allowed = universe.filter(
          (one) => decide({ ...somebody, roles }, { ...one, method: 'POST' }).allowed,
        );
        expect(new Set(allowed.map(permissionKey))).toEqual(expectedKeys);
        for (const { resource, permission } of everyPermission) {
          const effect = verdict(roles, resource, permission);
          if (effect === 'ALLOW') counts.allowed += 1;
          else if (effect === 'DENY') counts.denied += 1;
          else counts.silent += 1;
        }
      }),
      { numRuns },
    );
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(numRuns);
  });

  it('names a row that is in the named role', () => {
    fc.assert(
      fc.property(anyRoles, fc.constantFrom(...everyPermission), (roles, requested) => {
        const { role, row } = verdictOf(roles, requested) ?? {};
        if (!role || !row) return;
        expect(roles).toContain(role);
        expect(role.policies[row.effect][row.resource]?.[row.permission]).toBe(true);
        expect(heldPermissions([role]).has(permissionKey(requested))).toBe(row.effect === 'ALLOW');
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of roles', () => {
    fc.assert(
      fc.property(anyRoles, fc.constantFrom(...everyPermission), (roles, requested) => {
        const { resource, permission } = requested;
        expect(verdict(roles.toReversed(), resource, permission)).toBe(
          verdict(roles, resource, permission),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each(nearMisses)('is nothing for similar names: $resource, $permission', (nearMiss) => {
    const exact = everyPermission.map((one) => `ALLOW ${one.resource}: ${one.permission}`);
    const wide = actions.map((one) => `ALLOW user: ${one}_*`);
    const roles = [roleOf('Exact', ...exact), roleOf('Actions', ...wide)];
    expect(verdict(roles, nearMiss.resource, nearMiss.permission)).toBe('nothing');
  });

  it.each(actions.filter((action) => action !== 'read'))(
    'denies the action %s where writing is denied',
    (action) => {
      const role = roleOf('Looks', 'ALLOW bot: *', 'DENY bot: write_*');
      expect(verdict([role], 'bot', `${action}_bot`)).toBe('DENY');
      expect(verdict([role], 'bot', 'read_bot')).toBe('ALLOW');
    },
  );

  it('is nothing for names that JavaScript objects inherit', () => {
    const emptyRole = roleOf('None');
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      for (const [resource, permission] of [
        ['bot', name],
        [name, 'read_bot'],
        [name, name],
      ] as const) {
        expect(
          verdict([emptyRole, roleOf('Some', 'ALLOW bot: read_bot')], resource, permission),
        ).toBe('nothing');
      }
    }
  });

  it('ignores rows inherited by the maps of a role', () => {
    const inherited = Object.create({ bot: { '*': true } });
    const inheritedRows = Object.create({ 'read_*': true });
    const maps = [inherited, { bot: inheritedRows }];
    for (const ALLOW of maps) {
      const role = { ...roleOf('Odd'), policies: { ALLOW, DENY: {} } };
      expect(verdict([role], 'bot', 'read_bot')).toBe('nothing');
    }
  });
});
