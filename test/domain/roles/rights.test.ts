import { decide } from '#lib/domain/account/permission.rules.ts';
import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../scene.ts';
import { openOrganisation } from './organisation.ts';
import { policiesOf } from './policy-text.ts';

const world = openTestDatabase();

const open = async (default_role_id: string | null = null) => {
  const scene = openScene(world);
  const organisation = openOrganisation(scene);
  await organisation.begin(default_role_id);
  const heldBy = async (userId: string) => {
    const { roles } = await organisation.callerOf(userId);
    return roles.map(({ name }) => name);
  };
  return { scene, organisation, heldBy };
};

describe('the effective roles of a user', () => {
  it('are the own roles, or else the default role', async () => {
    const { organisation, heldBy } = await open('role_approver');
    await organisation.role('Reader', 'ALLOW bot: read_*');
    const { user } = organisation;
    expect(await heldBy(await user('own', ['role_reader', 'role_bot_author']))).toEqual([
      'Reader',
      'Bot-Author',
    ]);
    expect(await heldBy(await user('none'))).toEqual(['Approver']);
    expect(await heldBy(await user('portal', [], { userType: 'SP_USER' }))).toEqual([
      'Portal-User',
    ]);
    expect(await heldBy(await user('root', [], { userType: 'ROOT' }))).toEqual([]);
  });

  it('are none without own roles or a default role', async () => {
    const { organisation, heldBy } = await open();
    expect(await heldBy(await organisation.user('none'))).toEqual([]);
  });

  it('never include roles of another organisation', async () => {
    const [ownTenant, otherTenant] = [await open(), await open()];
    await otherTenant.organisation.role('Reader', 'ALLOW *: *');
    const ada = await ownTenant.organisation.user('ada', ['role_reader']);
    expect(await ownTenant.heldBy(ada)).toEqual([]);
  });

  it('ignore the roles in the record of portal users and ROOT users', async () => {
    const { organisation, heldBy } = await open();
    await organisation.role('Reader', 'ALLOW *: *');
    const { user } = organisation;
    const portal = await user('portal', ['role_reader'], { userType: 'SP_USER' });
    expect(await heldBy(portal)).toEqual(['Portal-User']);
    expect(await heldBy(await user('root', ['role_reader'], { userType: 'ROOT' }))).toEqual([]);
  });
});

describe('a change of permissions', () => {
  it('applies to the next call, in 100 of 100 cases', async () => {
    const { scene, organisation } = await open();
    const { roles, users, root } = scene;
    const { role, user, callerOf } = organisation;
    const bound = await role('Bound', 'ALLOW bot: read_*', 'DENY bot: create_*');
    const free = await role('Free', 'ALLOW bot: *');
    const ada = await user('ada', [bound]);
    const may = async () => decide(await callerOf(ada), botRoutes.createBot).allowed;
    const change = async (rows: string[]) =>
      roles.updateRole(root, {
        role_id: bound,
        base_revision: (await organisation.roles.get(bound))?.revision ?? 1,
        name: 'Bound',
        description: 'Changes',
        policies: policiesOf(...rows),
      });
    const verdicts: boolean[] = [];
    for (let round = 0; round < 20; round += 1) {
      await change(['ALLOW bot: *']);
      verdicts.push(await may());
      await change(['ALLOW bot: read_*', 'DENY bot: create_*']);
      verdicts.push(!(await may()));
      await users.assignRoles(root, { user_id: ada, roles: [free] });
      verdicts.push(await may());
      await users.assignRoles(root, { user_id: ada, roles: [] });
      await roles.setDefaultRole(root, { default_role_id: free });
      verdicts.push(await may());
      await roles.setDefaultRole(root, { default_role_id: 'role_read_only' });
      verdicts.push(!(await may()));
      await users.assignRoles(root, { user_id: ada, roles: [bound] });
    }
    expect(verdicts).toEqual(Array.from({ length: 100 }, () => true));
  });
});

describe('the preview of a changed role', () => {
  const preview = async (
    { scene }: Awaited<ReturnType<typeof open>>,
    role_id: string,
    ...rows: string[]
  ) => scene.roles.previewRole(scene.root, { role_id, policies: policiesOf(...rows) });

  it('counts the users who gain and lose each permission, and stores nothing', async () => {
    const setup = await open();
    const { role, user, rights } = setup.organisation;
    const reader = await role('Reader', 'ALLOW bot: read_*');
    await user('ada', [reader]);
    await user('bob', [reader]);
    await user('eve', ['role_approver']);
    const before = await rights();
    expect(await preview(setup, reader, 'ALLOW bot: delete_bot', 'ALLOW bot: create_*')).toEqual({
      users: 2,
      gains: [
        { permission: 'create_bot', users: 2 },
        { permission: 'delete_bot', users: 2 },
      ],
      loses: [{ permission: 'read_bot', users: 2 }],
    });
    expect(await preview(setup, reader, 'ALLOW bot: read_bot')).toEqual({
      users: 2,
      gains: [],
      loses: [],
    });
    expect(await rights()).toEqual(before);
  });

  it('considers the other roles of each holder', async () => {
    const setup = await open();
    const { role, user } = setup.organisation;
    const reader = await role('Reader', 'ALLOW bot: read_*');
    const author = await role('Author', 'ALLOW bot: *');
    const bound = await role('Bound', 'DENY bot: delete_*');
    await user('ada', [reader]);
    await user('bob', [author, reader]);
    await user('eve', [reader, bound]);
    const { users, gains, loses } = await preview(setup, reader, 'ALLOW bot: delete_bot');
    expect([users, gains, loses]).toEqual([
      3,
      [{ permission: 'delete_bot', users: 1 }],
      [{ permission: 'read_bot', users: 2 }],
    ]);
    const denied = await preview(setup, reader, 'DENY bot: read_bot', 'ALLOW bot: create_bot');
    expect([denied.gains, denied.loses]).toEqual([
      [{ permission: 'create_bot', users: 2 }],
      [{ permission: 'read_bot', users: 3 }],
    ]);
  });

  it('counts users with the default role, but no portal users or ROOT users', async () => {
    const setup = await open('role_everyday');
    const { role, user } = setup.organisation;
    const everyday = await role('Everyday', 'ALLOW bot: read_*');
    await user('none');
    await user('own', [everyday]);
    await user('other', ['role_approver']);
    await user('portal', [], { userType: 'SP_USER' });
    await user('root', [], { userType: 'ROOT' });
    expect(await preview(setup, everyday, 'ALLOW bot: *')).toMatchObject({ users: 2 });
  });
});
