import * as fc from 'fast-check';
import { conflictsIn, faultIn, isEmpty } from '#lib/domain/roles/conflict.rules.ts';
import { permissions } from '#lib/permissions.ts';
import { caseCount } from '#test/support/thorough.ts';
import { anyPolicies, realisticPolicies } from './random-policies.ts';
import { allowedAndDenied, hasUselessRow, permissionKey } from './oracle.ts';
import { policiesOf } from './policy-text.ts';

const conflictTexts = (...rows: string[]) =>
  conflictsIn(policiesOf(...rows), permissions).map(
    ({ permission, allow, deny }) => `${permission}: ${allow} against ${deny}`,
  );

describe('a conflict between ALLOW and DENY of one role', () => {
  it.each([
    ['the same row', 'ALLOW bot: delete_bot', 'DENY bot: delete_bot', 1],
    ['all of the resource', 'ALLOW bot: delete_bot', 'DENY bot: *', 1],
    ['a denied action of the resource', 'ALLOW bot: delete_bot', 'DENY bot: delete_*', 1],
    ['denied writing of the resource', 'ALLOW bot: delete_bot', 'DENY bot: write_*', 1],
    ['the same name under every resource', 'ALLOW bot: delete_bot', 'DENY *: delete_bot', 1],
    ['a denied action everywhere', 'ALLOW bot: delete_bot', 'DENY *: delete_*', 1],
    ['denied writing everywhere', 'ALLOW bot: delete_bot', 'DENY *: write_*', 1],
    ['everything denied', 'ALLOW bot: delete_bot', 'DENY *: *', 1],
    ['an allowed action of the resource', 'ALLOW bot: delete_*', 'DENY bot: delete_bot', 1],
    ['allowed writing of the resource', 'ALLOW bot: write_*', 'DENY bot: delete_bot', 1],
    ['all of the resource allowed', 'ALLOW bot: *', 'DENY bot: delete_bot', 1],
    ['an allowed action everywhere', 'ALLOW *: delete_*', 'DENY bot: delete_bot', 1],
    ['everything allowed', 'ALLOW *: *', 'DENY bot: delete_bot', 1],
    ['two actions of which one is in the other', 'ALLOW bot: write_*', 'DENY bot: delete_*', 1],
    ['a resource against an action', 'ALLOW bot: *', 'DENY *: delete_*', 1],
    ['the same wildcard', 'ALLOW bot: write_*', 'DENY bot: write_*', 3],
    ['a resource against writing', 'ALLOW bot: *', 'DENY *: write_*', 3],
    ['everything against everything', 'ALLOW *: *', 'DENY *: *', permissions.length],
  ])('is found for %s: %s, %s', (_, allow, deny, count) => {
    const found = conflictsIn(policiesOf(allow, deny), permissions);
    expect(found).toHaveLength(count);
    for (const one of found) {
      expect([`ALLOW ${one.allow}`, `DENY ${one.deny}`]).toEqual([allow, deny]);
    }
  });

  it.each([
    ['different permissions', 'ALLOW bot: read_bot', 'DENY bot: delete_bot'],
    ['different actions', 'ALLOW bot: read_*', 'DENY bot: write_*'],
    ['different actions everywhere', 'ALLOW *: read_*', 'DENY *: write_*'],
    ['different resources', 'ALLOW bot: *', 'DENY listener: *'],
    ['different resources by name', 'ALLOW *: read_bot', 'DENY listener: *'],
  ])('is not found for %s: %s, %s', (_, allow, deny) => {
    expect(conflictTexts(allow, deny)).toEqual([]);
  });

  it('is reported with the narrowest row of each side', () => {
    expect(
      conflictTexts(
        'ALLOW *: *',
        'ALLOW bot: delete_bot',
        'DENY bot: delete_*',
        'DENY bot: write_*',
      ),
    ).toEqual([
      'update_bot: *: * against bot: write_*',
      'create_bot: *: * against bot: write_*',
      'delete_bot: bot: delete_bot against bot: delete_*',
    ]);
  });

  it('is found in random policies exactly where a naive check finds a conflict', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.oneof(anyPolicies, realisticPolicies), (policies) => {
        const conflicts = conflictsIn(policies, permissions).map(({ permission, resource_type }) =>
          permissionKey({ permission, resource: resource_type }),
        );
        expect(new Set(conflicts)).toEqual(allowedAndDenied(policies));
        if (conflicts.length > 0) found += 1;
      }),
      { numRuns: caseCount({ usual: 2000, thorough: 10_000 }) },
    );
    expect(found).toBeGreaterThan(150);
  });
});

describe('the fault of policies', () => {
  const fault = (...rows: string[]) => faultIn(policiesOf(...rows), permissions);

  it('is absent where each row covers a permission and none is in both', () => {
    expect(fault('ALLOW bot: read_*', 'ALLOW *: read_bot', 'DENY bot: delete_bot')).toBe(undefined);
    expect(fault('ALLOW *: *')).toBe(undefined);
    expect(fault('DENY bot: delete_bot')).toBe(undefined);
  });

  it('is reported where no permission is selected', () => {
    const error = 'Please select at least one permission in either ALLOW or DENY section.';
    expect(fault()).toEqual({ error, detail: [{ msg: error, loc: ['policies'] }] });
    const empty = { ALLOW: { bot: {} }, DENY: { user: {} } };
    expect(faultIn(empty, permissions)?.error).toBe(error);
  });

  it.each([
    'ALLOW bot: read_listener',
    'ALLOW listener: read_bot',
    'ALLOW bot: read_bots',
    'ALLOW bot: write_bot',
    'ALLOW user: update_user',
    'ALLOW bots: *',
    'ALLOW constructor: *',
    'ALLOW *: read_everything',
    'DENY subscription: delete_*',
    'DENY toString: read_bot',
  ])('is reported for a row that covers no permission: %s', (row) => {
    const error = `The row "${row}" covers no permission. Remove it.`;
    const [effect, resource, permission] = row.split(/:? /);
    expect(fault('ALLOW bot: read_bot', row)).toEqual({
      error,
      detail: [{ msg: error, loc: ['policies', effect, resource, permission] }],
    });
  });

  it('is reported for each permission in both, with its place', () => {
    expect(fault('ALLOW bot: *', 'DENY bot: delete_bot', 'DENY *: create_bot')).toEqual({
      error:
        'Please resolve the permission conflicts between ALLOW and DENY sections before ' +
        'creating the role.',
      detail: [
        {
          msg: 'create_bot is in both: ALLOW bot: * and DENY *: create_bot.',
          loc: ['policies', 'bot', 'create_bot'],
        },
        {
          msg: 'delete_bot is in both: ALLOW bot: * and DENY bot: delete_bot.',
          loc: ['policies', 'bot', 'delete_bot'],
        },
      ],
    });
  });

  it('is reported in these three cases only', () => {
    fc.assert(
      fc.property(fc.oneof(anyPolicies, realisticPolicies), (policies) => {
        const isFaulty =
          hasUselessRow(policies) || isEmpty(policies) || allowedAndDenied(policies).size > 0;
        expect(faultIn(policies, permissions) !== undefined).toBe(isFaulty);
      }),
      { numRuns: 2000 },
    );
  });
});
