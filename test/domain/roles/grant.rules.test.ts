import * as fc from 'fast-check';
import { refusalToGrant } from '#lib/domain/roles/grant.rules.ts';
import type { HeldRole } from '#lib/kernel/caller.ts';
import { permissions } from '#lib/permissions.ts';
import { cases } from '#test/support/thorough.ts';
import { chosenRoles } from './by-lot.ts';
import { heldBy } from './oracle.ts';
import { roleOf } from './saying.ts';

const caller = (...roles: HeldRole[]) => ({ userType: 'SUBUSER', readOnly: false, roles }) as const;

const refusal = (holds: string[], before: HeldRole[], after: HeldRole[]) =>
  refusalToGrant(caller(roleOf('Own', ...holds)), { before, after }, permissions);

describe('giving rights', () => {
  it.each([
    ['what one holds', ['ALLOW bot: read_bot'], [], ['ALLOW bot: read_bot']],
    ['less than one holds', ['ALLOW *: *'], [], ['ALLOW bot: *']],
    ['nothing', [], [], []],
    ['what was there already', [], ['ALLOW *: *'], ['ALLOW *: *']],
    ['less than was there', [], ['ALLOW *: *'], ['ALLOW bot: read_bot']],
    ['a denial', [], ['ALLOW *: *'], ['ALLOW *: *', 'DENY bot: *']],
    [
      'what one holds, written at another width',
      ['ALLOW api_key: *'],
      [],
      ['ALLOW *: read_api_key'],
    ],
    [
      'no more than one holds, by a wildcard',
      ['ALLOW bot: create_bot', 'ALLOW bot: update_bot', 'ALLOW bot: delete_bot'],
      [],
      ['ALLOW bot: write_*'],
    ],
    ['what one holds and was denied', ['ALLOW bot: *'], ['DENY bot: *'], ['ALLOW bot: *']],
  ])('may be %s', (_, holds, before, after) => {
    expect(refusal(holds, [roleOf('R', ...before)], [roleOf('R', ...after)])).toBe(undefined);
  });

  it.each([
    ['what one does not hold', ['ALLOW bot: read_bot'], [], ['ALLOW bot: delete_bot']],
    ['a wildcard that is wider', ['ALLOW bot: read_bot'], [], ['ALLOW bot: *']],
    ['writing by who may not delete', ['ALLOW bot: create_*'], [], ['ALLOW bot: write_*']],
    ['what one is denied', ['ALLOW *: *', 'DENY bot: delete_*'], [], ['ALLOW bot: delete_bot']],
    ['the lift of a denial', ['ALLOW bot: read_bot'], ['DENY bot: delete_bot'], []],
    ['a denial turned into its reverse', [], ['DENY bot: read_bot'], ['ALLOW bot: read_bot']],
  ])('may not be %s', (_, holds, before, after) => {
    const refused = refusal(holds, [roleOf('R', ...before)], [roleOf('R', ...after)]);
    expect(refused?.status).toBe(403);
  });

  it('is free to ROOT', () => {
    const change = { before: [roleOf('R', 'DENY *: *')], after: [roleOf('R', 'ALLOW *: *')] };
    const root = { userType: 'ROOT', readOnly: false, roles: [] } as const;
    expect(refusalToGrant(root, change, permissions)).toBe(undefined);
  });

  it('tells what is missing, and how much more', () => {
    expect(refusal([], [], [roleOf('R', 'ALLOW bot: delete_bot')])?.message).toBe(
      'You do not have delete_bot, so you cannot grant it or remove a DENY of it. ' +
        'Ask your ROOT user.',
    );
    expect(refusal([], [], [roleOf('R', 'ALLOW bot: *')])?.message).toBe(
      'You do not have read_bot, update_bot, create_bot and 1 more, so you cannot grant it ' +
        'or remove a DENY of it. Ask your ROOT user.',
    );
  });

  /** Users who hold the changed roles may have others as well, and keep them. */
  const change = fc.tuple(chosenRoles, chosenRoles, chosenRoles, chosenRoles);

  it('never leaves anybody with what neither they nor the giver held', () => {
    const told = { given: 0, refused: 0 };
    fc.assert(
      fc.property(change, ([own, before, after, besides]) => {
        if (refusalToGrant(caller(...own), { before, after }, permissions)) {
          told.refused += 1;
          return;
        }
        const [had, has] = [heldBy([...before, ...besides]), heldBy([...after, ...besides])];
        const givers = heldBy(own);
        const gained = [...has].filter((one) => !had.has(one));
        expect(gained.filter((one) => !givers.has(one))).toEqual([]);
        if (gained.length > 0) told.given += 1;
      }),
      { numRuns: cases({ usual: 2000, thorough: 10_000 }) },
    );
    expect(told.given).toBeGreaterThan(60);
    expect(told.refused).toBeGreaterThan(60);
  });

  it('is refused only where something would be given or freed that the giver lacks', () => {
    fc.assert(
      fc.property(change, ([own, before, after]) => {
        const everything = [roleOf('All', 'ALLOW *: *')];
        const givers = heldBy(own);
        const free = heldBy([...everything, ...after]);
        const bound = heldBy([...everything, ...before]);
        const [had, has] = [heldBy(before), heldBy(after)];
        const lacking = [...has, ...free].filter(
          (one) => !givers.has(one) && (has.has(one) ? !had.has(one) : !bound.has(one)),
        );
        const refused = refusalToGrant(caller(...own), { before, after }, permissions);
        expect(refused !== undefined).toBe(lacking.length > 0);
      }),
      { numRuns: 2000 },
    );
  });
});
