import * as fc from 'fast-check';
import { refusalToGrant } from '#lib/domain/roles/grant.rules.ts';
import type { HeldRole } from '#lib/kernel/caller.ts';
import { permissions } from '#lib/permissions.ts';
import { caseCount } from '#test/support/thorough.ts';
import { realisticRoles } from './random-policies.ts';
import { heldPermissions } from './oracle.ts';
import { roleOf } from './policy-text.ts';

const caller = (...roles: HeldRole[]) => ({ userType: 'SUBUSER', readOnly: false, roles }) as const;

const grantRefusal = (holds: string[], before: HeldRole[], after: HeldRole[]) =>
  refusalToGrant(caller(roleOf('Own', ...holds)), { before, after }, permissions);

describe('granting permissions', () => {
  it.each([
    ['held permissions', ['ALLOW bot: read_bot'], [], ['ALLOW bot: read_bot']],
    ['less than the caller holds', ['ALLOW *: *'], [], ['ALLOW bot: *']],
    ['nothing', [], [], []],
    ['unchanged permissions', [], ['ALLOW *: *'], ['ALLOW *: *']],
    ['fewer permissions than before', [], ['ALLOW *: *'], ['ALLOW bot: read_bot']],
    ['an additional denial', [], ['ALLOW *: *'], ['ALLOW *: *', 'DENY bot: *']],
    [
      'held permissions, written at another width',
      ['ALLOW api_key: *'],
      [],
      ['ALLOW *: read_api_key'],
    ],
    [
      'a wildcard over held permissions',
      ['ALLOW bot: create_bot', 'ALLOW bot: update_bot', 'ALLOW bot: delete_bot'],
      [],
      ['ALLOW bot: write_*'],
    ],
    ['held permissions that were denied', ['ALLOW bot: *'], ['DENY bot: *'], ['ALLOW bot: *']],
  ])('allows %s', (_, holds, before, after) => {
    expect(grantRefusal(holds, [roleOf('R', ...before)], [roleOf('R', ...after)])).toBe(undefined);
  });

  it.each([
    ['a permission that is not held', ['ALLOW bot: read_bot'], [], ['ALLOW bot: delete_bot']],
    ['a wider wildcard', ['ALLOW bot: read_bot'], [], ['ALLOW bot: *']],
    ['write_* by a caller who may not delete', ['ALLOW bot: create_*'], [], ['ALLOW bot: write_*']],
    ['a denied permission', ['ALLOW *: *', 'DENY bot: delete_*'], [], ['ALLOW bot: delete_bot']],
    ['the removal of a denial', ['ALLOW bot: read_bot'], ['DENY bot: delete_bot'], []],
    ['a denial turned into a permission', [], ['DENY bot: read_bot'], ['ALLOW bot: read_bot']],
  ])('refuses %s', (_, holds, before, after) => {
    const refusal = grantRefusal(holds, [roleOf('R', ...before)], [roleOf('R', ...after)]);
    expect(refusal?.status).toBe(403);
  });

  it('is unlimited for ROOT users', () => {
    const change = { before: [roleOf('R', 'DENY *: *')], after: [roleOf('R', 'ALLOW *: *')] };
    const root = { userType: 'ROOT', readOnly: false, roles: [] } as const;
    expect(refusalToGrant(root, change, permissions)).toBe(undefined);
  });

  it('names the missing permissions and how many more there are', () => {
    expect(grantRefusal([], [], [roleOf('R', 'ALLOW bot: delete_bot')])?.message).toBe(
      'You do not have delete_bot, so you cannot grant it or remove a DENY of it. ' +
        'Ask your ROOT user.',
    );
    expect(grantRefusal([], [], [roleOf('R', 'ALLOW bot: *')])?.message).toBe(
      'You do not have read_bot, update_bot, create_bot and 1 more, so you cannot grant it ' +
        'or remove a DENY of it. Ask your ROOT user.',
    );
  });

  /** Users who hold the changed roles may have others as well, and keep them. */
  const change = fc.tuple(realisticRoles, realisticRoles, realisticRoles, realisticRoles);

  it('never gives a user a permission that neither the user nor the giver held', () => {
    const counts = { given: 0, refused: 0 };
    fc.assert(
      fc.property(change, ([ownRoles, before, after, otherRoles]) => {
        if (refusalToGrant(caller(...ownRoles), { before, after }, permissions)) {
          counts.refused += 1;
          return;
        }
        const [had, has] = [
          heldPermissions([...before, ...otherRoles]),
          heldPermissions([...after, ...otherRoles]),
        ];
        const givers = heldPermissions(ownRoles);
        const gained = [...has].filter((one) => !had.has(one));
        expect(gained.filter((one) => !givers.has(one))).toEqual([]);
        if (gained.length > 0) counts.given += 1;
      }),
      { numRuns: caseCount({ usual: 2000, thorough: 10_000 }) },
    );
    expect(counts.given).toBeGreaterThan(60);
    expect(counts.refused).toBeGreaterThan(60);
  });

  it('is refused only where the giver lacks a granted or freed permission', () => {
    fc.assert(
      fc.property(change, ([ownRoles, before, after]) => {
        const everything = [roleOf('All', 'ALLOW *: *')];
        const givers = heldPermissions(ownRoles);
        const allowableAfter = heldPermissions([...everything, ...after]);
        const allowableBefore = heldPermissions([...everything, ...before]);
        const [had, has] = [heldPermissions(before), heldPermissions(after)];
        const lacking = [...has, ...allowableAfter].filter(
          (one) => !givers.has(one) && (has.has(one) ? !had.has(one) : !allowableBefore.has(one)),
        );
        const refusal = refusalToGrant(caller(...ownRoles), { before, after }, permissions);
        expect(refusal !== undefined).toBe(lacking.length > 0);
      }),
      { numRuns: 2000 },
    );
  });
});
