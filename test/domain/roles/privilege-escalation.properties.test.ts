import * as fc from 'fast-check';
import { newUser } from '#lib/domain/users/user.schema.ts';
import type { Caller, Policies } from '#lib/kernel/caller.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { realisticPolicies } from './random-policies.ts';
import { heldPermissions } from './oracle.ts';
import { openOrganisation, type TestOrganisation } from './organisation.ts';

const world = openTestDatabase();

type Move = {
  kind: 'create' | 'update' | 'clone' | 'default' | 'assign' | 'delete' | 'user';
  role: number;
  extraRoles: number[];
  person: number;
  policies: Policies;
};

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('create', 'update', 'clone', 'default', 'assign', 'delete', 'user'),
  role: fc.nat(11),
  extraRoles: fc.array(fc.nat(11), { maxLength: 2 }),
  person: fc.nat(3),
  policies: realisticPolicies,
});

const people = ['mallory', 'ada', 'bob', 'eve'];

/** Roles by their index among the current ones; predefined ones come last. */
const roleIds = async ({ roles }: TestOrganisation, indexes: readonly number[]) => {
  const { items } = await roles.page({ number_of_items: 100 });
  const predefined = ['role_administrator', 'role_read_only', 'role_approver'];
  const ids = [...items.map(({ _id }) => _id), ...predefined];
  return [...new Set(indexes.map((index) => ids[index % ids.length] ?? ''))];
};

/** Makes a move through the services themselves, so that only their own rules can reject it. */
const makeMove = async (
  { roles, users }: Scene,
  organisation: TestOrganisation,
  caller: Caller,
  one: Move,
  count: number,
): Promise<unknown> => {
  const [role_id = ''] = await roleIds(organisation, [one.role]);
  const { policies } = one;
  const input = { name: `Role-${count}`, description: 'By lot', policies };
  if (one.kind === 'create') return roles.createRole(caller, input);
  if (one.kind === 'update') {
    const base_revision = (await organisation.roles.get(role_id))?.revision ?? 1;
    return roles.updateRole(caller, { role_id, base_revision, ...input });
  }
  if (one.kind === 'clone') return roles.cloneRole(caller, { role_id });
  if (one.kind === 'default') return roles.setDefaultRole(caller, { default_role_id: role_id });
  if (one.kind === 'delete') return roles.deleteRole(caller, { role_id });
  const newRoleIds = await roleIds(organisation, one.extraRoles);
  if (one.kind === 'assign') {
    const user_id = `${people[one.person] ?? ''}@example.com`;
    return users.assignRoles(caller, { user_id, roles: newRoleIds });
  }
  const profile = { name: 'New', country_code: '+91', phone: '987654321', readOnly: false };
  const email = `new${count}@example.com`;
  const standing = { password: 'Right-horse1', userType: 'SUBUSER', roles: newRoleIds };
  return users.createUser(caller, newUser.parse({ ...profile, email, ...standing }));
};

const rightsOf = async ({ users, callerOf }: TestOrganisation) => {
  const rights = new Map<string, Set<string>>();
  for await (const { _id } of users.all())
    rights.set(_id, heldPermissions((await callerOf(_id)).roles));
  return rights;
};

const anyStart = fc.record({
  policies: fc.array(realisticPolicies, { minLength: 4, maxLength: 4 }),
  own: fc.constantFrom<number[][]>([0], [0, 1], [1, 2], []),
  others: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
  default: fc.option(fc.nat(3)),
});

describe('random changes of roles and users by a sub-user', () => {
  it('give nobody a permission that the caller lacks, and the caller nothing new', async () => {
    const counts = { made: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        anyStart,
        fc.array(move, { minLength: 6, maxLength: 10 }),
        async (by, moves) => {
          const scene = openScene(world);
          const organisation = openOrganisation(scene);
          const ids: string[] = [];
          for (const [at, policies] of by.policies.entries()) {
            ids.push(await organisation.roleOf(`First-${at}`, policies));
          }
          const idAt = (at: number) => ids[at] ?? '';
          await organisation.begin(by.default === null ? null : idAt(by.default));
          const mallory = await organisation.user('mallory', by.own.map(idAt));
          await organisation.user('ada', [idAt(by.others[0] ?? 0)]);
          await organisation.user('bob', [idAt(by.others[1] ?? 0), idAt(by.others[2] ?? 0)]);
          await organisation.user('eve');
          for (const [count, one] of moves.entries()) {
            const caller = await organisation.callerOf(mallory);
            const givers = heldPermissions(caller.roles);
            const before = await rightsOf(organisation);
            const status = await statusOf(makeMove(scene, organisation, caller, one, count));
            if (status === 200) counts.made += 1;
            else counts.refused += 1;
            for (const [userId, has] of await rightsOf(organisation)) {
              const gained = [...has].filter((right) => !before.get(userId)?.has(right));
              expect(gained.filter((right) => !givers.has(right))).toEqual([]);
              if (userId === mallory) expect(gained).toEqual([]);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(counts.made).toBeGreaterThan(30);
    expect(counts.refused).toBeGreaterThan(30);
  });
});
