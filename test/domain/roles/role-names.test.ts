import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom, statusOf } from '../scene.ts';
import { openOrganisation } from './organisation.ts';
import { clone, create, openRoles, update } from './stored-roles.ts';

const world = openTestDatabase();

const duplicate = (name: string) => ({
  error: `A role named ${name} already exists. Choose another name.`,
  field: 'name',
});

describe("a role's name", () => {
  it('is unique regardless of case, also among predefined roles', async () => {
    const scene = await openRoles(world);
    const { _id } = await create(scene, 'Reader');
    const otherRole = await create(scene, 'Other');
    for (const name of ['Reader', 'READER', 'reader', 'administrator', 'Portal-User']) {
      const createRefusal = await refusalFrom(create(scene, name));
      const renameRefusal = await refusalFrom(update(scene, otherRole._id, name));
      for (const refusal of [createRefusal, renameRefusal]) {
        expect([refusal?.status, refusal?.body()]).toEqual([400, duplicate(name)]);
      }
    }
    expect(await update(scene, _id, 'READER')).toMatchObject({ name: 'READER' });
    await create(await openRoles(world), 'Reader');
  });

  it('is free again after its role was renamed or deleted', async () => {
    const scene = await openRoles(world);
    const { _id } = await create(scene, 'Reader');
    await update(scene, _id, 'Watcher');
    const second = await create(scene, 'reader');
    await scene.roles.deleteRole(scene.root, { role_id: second._id });
    expect(await create(scene, 'Reader')).toMatchObject({ name: 'Reader' });
  });

  it('is given to one of twenty simultaneous requests', async () => {
    const scene = await openRoles(world);
    const otherRole = await create(scene, 'Other');
    const requests = Array.from({ length: 20 }, (_, at) =>
      at % 4 === 0 ? update(scene, otherRole._id, 'Same') : create(scene, at % 2 ? 'Same' : 'SAME'),
    );
    const statuses = await Promise.all(requests.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400 || status === 409)).toHaveLength(19);
    const { items } = await scene.roles.listRoles(scene.root, { number_of_items: 100 });
    expect(items.filter(({ name }) => name.toLowerCase() === 'same')).toHaveLength(1);
  });
});

describe('a copy of a role', () => {
  it.each(predefinedRoles)('can be edited: $name', async ({ _id, name, policies }) => {
    const scene = await openRoles(world);
    const copy = await clone(scene, _id);
    expect(copy).toMatchObject({
      name: `${name}-Custom`,
      policies,
      root_user_id: 'root@example.com',
    });
    expect(await update(scene, copy._id, 'Mine')).toMatchObject({ name: 'Mine' });
    expect(await clone(scene, _id)).toMatchObject({ name: `${name}-Custom` });
    expect(await clone(scene, _id)).toMatchObject({ name: `${name}-Custom-2` });
    expect(await clone(scene, _id)).toMatchObject({ name: `${name}-Custom-3` });
  });

  it('has a name within 64 characters', async () => {
    const scene = await openRoles(world);
    const copies = async (length: number) => {
      const { _id } = await create(scene, 'R'.repeat(length));
      return [(await clone(scene, _id)).name, (await clone(scene, _id)).name];
    };
    expect(await copies(57)).toEqual([`${'R'.repeat(57)}-Custom`, `${'R'.repeat(55)}-Custom-2`]);
    expect(await copies(64)).toEqual([`${'R'.repeat(55)}-Custom-3`, `${'R'.repeat(55)}-Custom-4`]);
  });

  it('is refused where the policies of the role are no longer valid', async () => {
    const scene = await openRoles(world);
    const { role } = openOrganisation(scene);
    const outdated = await role('Outdated', 'ALLOW bot: read_bot', 'ALLOW bot: read_former');
    const refusal = await refusalFrom(clone(scene, outdated));
    const msg = 'The row "ALLOW bot: read_former" covers no permission. Remove it.';
    expect([refusal?.status, refusal?.body()]).toEqual([
      409,
      {
        error: `Outdated can no longer be copied as it is. ${msg}`,
        detail: [{ msg, loc: ['policies', 'ALLOW', 'bot', 'read_former'] }],
      },
    ]);
    const contradictory = await role('Contradictory', 'ALLOW bot: *', 'DENY bot: read_bot');
    expect(await statusOf(clone(scene, contradictory))).toBe(409);
  });
});
