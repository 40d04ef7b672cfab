import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom, type Scene, statusOf } from '../scene.ts';
import { openOrganisation } from './organisation.ts';
import { policiesOf } from './policy-text.ts';
import { create, openRoles, roleInput, update } from './stored-roles.ts';

const world = openTestDatabase();

const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

const gone = 'This role does not exist, or it was deleted.';

describe('a role', () => {
  it('is created with an id, an ARN and its owner', async () => {
    const scene = await openRoles(world);
    const role = await create(scene, 'Reader');
    expect(role).toEqual({
      _id: expect.stringMatching(/^role_[0-9a-f]{44}$/),
      arn: `arn:cloudwarden:rbac::${scene.tenant_id}:role/${role._id}`,
      name: 'Reader',
      revision: 1,
      description: 'What they do',
      policies: { ALLOW: { bot: { read_bot: true } }, DENY: {} },
      root_user_id: 'root@example.com',
      is_default: false,
      created_at: '2026-09-01T12:00:00.000Z',
      updated_at: '2026-09-01T12:00:00.000Z',
    });
    expect(await scene.roles.getRole(scene.root, { role_id: role._id })).toEqual(role);
  });

  it('is changed completely, except for its owner and creation date', async () => {
    const scene = await openRoles(world);
    const role = await create(scene, 'Reader', 'ALLOW bot: *');
    scene.time.now += 60_000;
    expect(await update(scene, role._id, 'Listener-Reader', 'ALLOW listener: read_*')).toEqual({
      ...role,
      name: 'Listener-Reader',
      revision: 2,
      policies: { ALLOW: { listener: { 'read_*': true } }, DENY: {} },
      updated_at: '2026-09-01T12:01:00.000Z',
    });
  });

  it.each(['role_none', 'none', '', '__proto__', 'names#reader'])(
    'is not found, changed, copied, made the default or deleted by the id "%s"',
    async (role_id) => {
      const { roles, root } = await openRoles(world);
      const calls = [
        roles.getRole(root, { role_id }),
        roles.updateRole(root, { role_id, base_revision: 1, ...roleInput('Reader') }),
        roles.cloneRole(root, { role_id }),
        roles.setDefaultRole(root, { default_role_id: role_id }),
        roles.previewRole(root, { role_id, policies: policiesOf() }),
        roles.deleteRole(root, { role_id }),
      ];
      for (const refusal of await Promise.all(calls.map(refusalFrom))) {
        expect([refusal?.status, refusal?.body()]).toEqual([404, { error: gone }]);
      }
    },
  );

  it('refuses policies that are empty, cover nothing or contradict themselves', async () => {
    const scene = await openRoles(world);
    const { _id } = await create(scene, 'Kept');
    const attempts = [
      ['Please select at least one permission', { ALLOW: {}, DENY: {} }],
      ['The row "ALLOW listener: read_bot" covers', policiesOf('ALLOW listener: read_bot')],
      ['Please resolve the permission conflicts', policiesOf('ALLOW bot: *', 'DENY *: read_*')],
    ] as const;
    for (const [text, policies] of attempts) {
      const input = { ...roleInput('Refused'), policies };
      const createRefusal = await refusalFrom(scene.roles.createRole(scene.root, input));
      const updateRefusal = await refusalFrom(
        scene.roles.updateRole(scene.root, { role_id: _id, base_revision: 1, ...input }),
      );
      expect(createRefusal?.body()).toEqual({
        error: expect.stringContaining(text),
        field: 'policies',
        detail: [{ msg: expect.any(String), loc: expect.arrayContaining(['policies']) }],
      });
      expect([createRefusal?.status, updateRefusal?.body()]).toEqual([400, createRefusal?.body()]);
    }
    const { items } = await scene.roles.listRoles(scene.root, { number_of_items: 10 });
    expect(items.map(({ name }) => name)).toEqual(['Kept']);
  });
});

describe('the list of roles', () => {
  it('has the predefined roles on its first page only', async () => {
    const scene = await openRoles(world, 'role_read_only');
    for (let number = 10; number < 22; number += 1) await create(scene, `Role-${number}`);
    const list = (request: object) =>
      scene.roles.listRoles(scene.root, { number_of_items: 10, ...request });
    const [first, second] = [await list({}), await list({ page_number: 2 })];
    expect(
      first.predefined.map(({ name, root_user_id, is_default }) => [
        name,
        root_user_id,
        is_default,
      ]),
    ).toEqual([
      ['Administrator', null, false],
      ['Read-Only', null, true],
      ['Bot-Author', null, false],
      ['Approver', null, false],
      ['Portal-User', null, false],
    ]);
    expect(first.predefined[0]?.arn).toBe('arn:cloudwarden:rbac::system:role/role_administrator');
    expect(await list({ page_number: 1 })).toMatchObject({ predefined: first.predefined });
    expect([first.items.length, second.items.length, second.predefined]).toEqual([10, 2, []]);
    expect(await list({ next: first.next })).toEqual(second);
    expect(new Set([...names(first), ...names(second)]).size).toBe(12);
  });

  it('shows which role is the default, custom or predefined', async () => {
    const { roles, root, ...scene } = await openRoles(world);
    expect(await roles.getDefaultRole(root, {})).toEqual({ default_role_id: null });
    const { _id } = await roles.createRole(root, roleInput('Everyday'));
    expect(await roles.setDefaultRole(root, { default_role_id: _id })).toEqual({
      default_role_id: _id,
    });
    expect(await roles.getRole(root, { role_id: _id })).toMatchObject({ is_default: true });
    await roles.setDefaultRole(root, { default_role_id: 'role_approver' });
    expect(await roles.getRole(root, { role_id: _id })).toMatchObject({ is_default: false });
    expect(await roles.getRole(root, { role_id: 'role_approver' })).toMatchObject({
      is_default: true,
      root_user_id: null,
    });
    expect(await openOrganisation({ ...scene, roles, root }).roles.get('role_approver')).toBe(
      undefined,
    );
  });

  it('offers every permission that roles can grant', async () => {
    const { roles, root, permissions } = await openRoles(world);
    const { items } = await roles.listPermissions(root, {});
    expect(items).toEqual(permissions);
    expect(items).toContainEqual({
      name: 'delete_role',
      resource_type: 'role',
      description: 'Delete a role',
    });
  });
});

describe('a predefined role', () => {
  it.each(predefinedRoles)('cannot be changed or deleted: $name', async ({ _id }) => {
    const scene = await openRoles(world);
    const refusals = [
      await refusalFrom(update(scene, _id, 'Mine')),
      await refusalFrom(scene.roles.deleteRole(scene.root, { role_id: _id })),
    ];
    expect(refusals.map((refusal) => [refusal?.status, refusal?.body()])).toEqual([
      [
        403,
        {
          error: 'A predefined role cannot be changed. Make a custom copy of it.',
          detail: [{ msg: 'Default_role_edit_attempted', loc: ['role_id'] }],
        },
      ],
      [403, { error: 'Default roles cannot be deleted. You can create a custom copy if needed.' }],
    ]);
  });
});

describe('deleting a role', () => {
  const remove = ({ roles, root }: Scene, role_id: string) =>
    refusalFrom(roles.deleteRole(root, { role_id }));

  it('happens once, then the role is not found', async () => {
    const scene = await openRoles(world);
    const { _id } = await create(scene, 'Reader');
    expect(await remove(scene, _id)).toBe(undefined);
    expect((await remove(scene, _id))?.status).toBe(404);
  });

  it('is refused while users hold the role or it is the default', async () => {
    const scene = await openRoles(world);
    const { user, users } = openOrganisation(scene);
    const { _id } = await create(scene, 'Reader');
    await scene.roles.setDefaultRole(scene.root, { default_role_id: _id });
    expect((await remove(scene, _id))?.body()).toEqual({
      error: 'This is the default role. Set another role as default first.',
    });
    await scene.roles.setDefaultRole(scene.root, { default_role_id: 'role_read_only' });
    const [ada, bob] = [await user('ada', [_id]), await user('bob', ['role_approver', _id])];
    const refusal = await remove(scene, _id);
    expect([refusal?.status, refusal?.message]).toEqual([
      409,
      '2 users hold this role. Give them another role first.',
    ]);
    await users.delete(ada);
    expect((await remove(scene, _id))?.message).toBe(
      '1 user holds this role. Give them another role first.',
    );
    await users.delete(bob);
    expect(await remove(scene, _id)).toBe(undefined);
  });

  it('leaves no permissions to a user who still has the role', async () => {
    const scene = await openRoles(world, 'role_administrator');
    const { user, roles, callerOf } = openOrganisation(scene);
    const { _id } = await create(scene, 'Reader');
    const ada = await user('ada', [_id]);
    await roles.delete(_id);
    expect((await callerOf(ada)).roles).toEqual([]);
  });
});

describe('simultaneous changes of a role', () => {
  it('are accepted once and refused otherwise', async () => {
    const scene = await openRoles(world);
    const { roles } = openOrganisation(scene);
    const { _id } = await create(scene, 'Reader');
    const before = await roles.get(_id);
    if (!before) throw new Error('The role was made just now.');
    const changes = ['A', 'B', 'C'].map((name) => roles.change(before, { name }));
    const outcomes = await Promise.all(changes);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await roles.get(_id)).toMatchObject({
      name: 'ABC'.charAt(outcomes.indexOf(true)),
      revision: 2,
    });
  });

  it('leave the values of an accepted change, and report conflicts', async () => {
    const scene = await openRoles(world);
    let conflicts = 0;
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await create(scene, `Round-${round}`);
      const newNames = ['A', 'B', 'C'].map((end) => `Round-${round}-${end}`);
      const calls = newNames.map((name) => refusalFrom(update(scene, _id, name)));
      const refusals = await Promise.all(calls);
      const { name } = await scene.roles.getRole(scene.root, { role_id: _id });
      expect(newNames.filter((_, at) => !refusals[at])).toContain(name);
      for (const refusal of refusals) {
        if (!refusal) continue;
        conflicts += 1;
        expect([refusal.status, refusal.message]).toEqual([
          409,
          'Somebody else changed this role at the same time. Reload and try again.',
        ]);
      }
    }
    expect(conflicts).toBeGreaterThan(0);
  });

  it('do not undo changes made since the role was opened', async () => {
    const scene = await openRoles(world);
    const { _id, name, description, policies, revision = 0 } = await create(scene, 'Opened');
    await update(scene, _id, 'Renamed');
    const staleChange = { role_id: _id, name, description, policies, base_revision: revision };
    expect((await refusalFrom(scene.roles.updateRole(scene.root, staleChange)))?.status).toBe(409);
    const now = await scene.roles.getRole(scene.root, { role_id: _id });
    expect([now.name, now.revision]).toEqual(['Renamed', revision + 1]);
    const currentChange = { ...staleChange, base_revision: revision + 1 };
    expect((await scene.roles.updateRole(scene.root, currentChange)).name).toBe('Opened');
  });

  it('do not restore a role that is deleted at the same time', async () => {
    const scene = await openRoles(world);
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await create(scene, `Round-${round}`);
      const [changed, deleted] = await Promise.all([
        statusOf(update(scene, _id, `Changed-${round}`)),
        statusOf(scene.roles.deleteRole(scene.root, { role_id: _id })),
      ]);
      expect([200, 404, 409]).toContain(changed);
      expect(deleted).toBe(200);
      expect(await statusOf(scene.roles.getRole(scene.root, { role_id: _id }))).toBe(404);
    }
  });
});
