import { openTestDatabase } from '#test/support/database.ts';
import { openTestPool } from '#test/support/identity-pool.ts';
import { person } from '#test/support/people.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { newUser, userChange } from '#lib/domain/users/user.schema.ts';
import { formOf, graceForm, openStaff } from './staff.ts';

const world = openTestDatabase();
const ada = 'ada@example.com';

describe('administering users', () => {
  it('requires ROOT for changes and deletions, whatever a role allows', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    await staff.hire('boss', { roles: ['role_administrator'] });
    const form = await formOf(staff, ada);
    for (const [key, input] of [
      ['updateUser', form],
      ['deleteUser', { user_id: ada }],
    ] as const) {
      const { status, body } = await staff.as('boss')(key, input);
      expect([status, body.error]).toEqual([
        403,
        'Only a ROOT user may do this. Ask your ROOT user (root@example.com).',
      ]);
      expect((await staff.as('root')(key, input)).status).toBe(200);
    }
  });

  it('is refused to read-only users, even to ROOT users', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    await staff.hire('boss', { roles: ['role_administrator'], readOnly: true });
    const form = await formOf(staff, ada);
    const calls = {
      createUser: graceForm,
      updateUser: form,
      deleteUser: { user_id: ada },
      assignRoles: { user_id: ada, roles: ['role_approver'] },
    };
    for (const userName of ['reader', 'boss']) {
      for (const [key, input] of Object.entries(calls)) {
        const { status, body } = await staff.as(userName)(key, input);
        expect([key, status, body.error]).toEqual([
          key,
          403,
          'Your access is read only. Ask your ROOT user (root@example.com) for full access.',
        ]);
      }
      expect((await staff.as(userName)('getUser', { user_id: ada })).status).toBe(200);
    }
  });

  it('by a role creates no ROOT users, and grants only held permissions', async () => {
    const staff = await openStaff(world);
    const hiringRole = await staff.role('Hiring', 'user', 'create_user', 'read_user');
    const readerRole = await staff.role('Reading', 'user', 'read_user');
    await staff.hire('clerk', { roles: [hiringRole] });
    const make = (change: object) => staff.as('clerk')('createUser', { ...graceForm, ...change });
    expect((await make({ userType: 'ROOT' })).body.error).toBe(
      'Only a ROOT user can make somebody ROOT.',
    );
    const raised = await make({ roles: ['role_administrator'] });
    expect([raised.status, raised.body.error]).toEqual([
      403,
      expect.stringMatching(/^You do not have /),
    ]);
    expect((await make({ userType: 'SP_USER' })).status).toBe(403);
    expect(await staff.identity.findUser(graceForm.email)).toBeUndefined();
    expect((await make({ roles: [readerRole] })).status).toBe(201);
  });

  it('counts the default role as granted to users without other roles', async () => {
    const staff = await openStaff(world);
    const hiring = await staff.role('Hiring', 'user', 'create_user', 'read_user');
    await staff.hire('clerk', { roles: [hiring] });
    await staff.organisation.setDefaultRole('role_administrator');
    expect((await staff.as('clerk')('createUser', graceForm)).status).toBe(403);
    await staff.organisation.setDefaultRole(hiring);
    expect((await staff.as('clerk')('createUser', graceForm)).status).toBe(201);
  });
});

describe('changing oneself', () => {
  it.each([[{ userType: 'SUBUSER' }], [{ userType: 'SP_USER' }], [{ readOnly: true }]])(
    'refuses %j, even where another ROOT user stays',
    async (change) => {
      const staff = await openStaff(world);
      await staff.hire('ada', { userType: 'ROOT' });
      const form = { ...(await formOf(staff, 'root@example.com')), ...change };
      const { status, body } = await staff.as('root')('updateUser', form);
      expect([status, body.error]).toEqual([
        409,
        'You cannot change your own user type or access. Ask another ROOT user to do it.',
      ]);
      expect((await staff.as('ada')('updateUser', form)).status).toBe(200);
    },
  );

  it('refuses to delete oneself', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada', { userType: 'ROOT' });
    const itself = { user_id: 'root@example.com' };
    const { status, body } = await staff.as('root')('deleteUser', itself);
    expect([status, body.error]).toEqual([
      409,
      'You cannot delete yourself. Ask another ROOT user to do it.',
    ]);
    expect((await staff.as('ada')('deleteUser', itself)).status).toBe(200);
  });

  it('allows a new name and phone', async () => {
    const staff = await openStaff(world);
    const form = { ...(await formOf(staff, 'root@example.com')), name: 'Ada', phone: '123456' };
    const { status, body } = await staff.as('root')('updateUser', form);
    expect([status, body.name, body.phone]).toEqual([200, 'Ada', '123456']);
  });
});

describe('a change of a user', () => {
  it('is refused where another ROOT user changed the user since it was opened', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    await staff.hire('boss', { userType: 'ROOT' });
    const [asRoot, asBoss] = [staff.as('root'), staff.as('boss')];
    const { body: user } = await asBoss('getUser', { user_id: ada });
    const form = { ...(await formOf(staff, ada)), base_revision: user.revision };
    expect((await asRoot('updateUser', { ...form, readOnly: true })).status).toBe(200);
    const roles = { user_id: ada, base_revision: user.revision, roles: ['role_approver'] };
    for (const refusal of [
      await asBoss('updateUser', { ...form, phone: '7654321' }),
      await asBoss('assignRoles', roles),
    ]) {
      expect([refusal.status, refusal.body.error]).toEqual([
        409,
        'Somebody changed this user after you opened it. Open it again, and then change it.',
      ]);
    }
    expect(await staff.people.get(ada)).toMatchObject({ readOnly: true, roles: [] });
    const { body: now } = await asBoss('getUser', { user_id: ada });
    const secondAnswer = await asBoss('assignRoles', { ...roles, base_revision: now.revision });
    expect([secondAnswer.status, secondAnswer.body.roles]).toEqual([200, ['role_approver']]);
    // The answer contains the revision for the next change.
    const { revision: base_revision } = secondAnswer.body;
    expect((await asBoss('updateUser', { ...form, base_revision })).status).toBe(200);
  });

  it('applies from the next call on', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada', { roles: ['role_administrator'] });
    const mayList = async () => (await staff.as('ada')('listUsers')).status;
    expect(await mayList()).toBe(200);
    const form = await formOf(staff, ada);
    await staff.as('root')('updateUser', { ...form, userType: 'SP_USER' });
    expect(await mayList()).toBe(403);
  });

  it.each(['SP_USER', 'ROOT'])('removes the roles for good if changed to %s', async (userType) => {
    const staff = await openStaff(world);
    await staff.hire('ada', { roles: ['role_approver'] });
    const form = await formOf(staff, ada);
    const changed = await staff.as('root')('updateUser', { ...form, userType });
    expect([changed.body.userType, changed.body.roles]).toEqual([userType, []]);
    const back = await staff.as('root')('updateUser', form);
    expect([back.body.userType, back.body.roles]).toEqual(['SUBUSER', []]);
  });

  it('keeps the roles where the type stays the same', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada', { roles: ['role_approver'] });
    const form = { ...(await formOf(staff, ada)), name: 'Ada', readOnly: true };
    const { body } = await staff.as('root')('updateUser', form);
    expect(body).toMatchObject({ name: 'Ada', readOnly: true, roles: ['role_approver'] });
  });

  it('succeeds at least once of six at once, and otherwise reports a conflict', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    const form = await formOf(staff, ada);
    const names = Array.from({ length: 6 }, (_, at) => `Ada ${at}`);
    const calls = names.map((name) => staff.as('root')('updateUser', { ...form, name }));
    const answers = await Promise.all(calls);
    const successes = answers.filter(({ status }) => status === 200);
    const conflicts = answers.filter(({ status }) => status === 409);
    expect([successes.length > 0, successes.length + conflicts.length]).toEqual([true, 6]);
    expect(successes.map(({ body }) => body.name)).toContain((await staff.people.get(ada))?.name);
  });

  it('succeeds for one of three at once with the same revision', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    const form = { ...(await formOf(staff, ada)), base_revision: 1 };
    const save = (name: string) => staff.as('root')('updateUser', { ...form, name });
    const answers = await Promise.all(['Ada 1', 'Ada 2', 'Ada 3'].map(save));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('sets a given password, which the user must replace at the next sign-in', async () => {
    const pool = await openTestPool();
    const staff = await openStaff(world);
    const users = userService({ ...staff.userDeps, identity: pool.identity.admin });
    const root = person(staff.tenant_id);
    await users.createUser(root, newUser.parse({ ...graceForm, email: ada }));
    const { email: _email, password: _password, ...details } = graceForm;
    const update = (password: string) =>
      users.updateUser(root, { ...userChange.parse({ ...details, password }), user_id: ada });
    await update('');
    expect((await pool.signIn(ada, graceForm.password)).status).toBe(200);
    await update('Other-horse2');
    expect((await pool.signIn(ada, graceForm.password)).status).toBe(400);
    const { body } = await pool.signIn(ada, 'Other-horse2');
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await pool.close();
  });

  it.each(['nobody@example.com', 'Ada@Example.com', '__proto__', ' '])(
    'returns 404 for the unknown user %j',
    async (user_id) => {
      const staff = await openStaff(world);
      await staff.hire('ada');
      const form = { ...(await formOf(staff, ada)), user_id };
      const { status, body } = await staff.as('root')('updateUser', form);
      expect([status, body.error]).toEqual([404, 'This user does not exist, or it was deleted.']);
    },
  );
});

describe('the roles of a user', () => {
  it('are assigned to sub-users and shown by name', async () => {
    const staff = await openStaff(world);
    const ownRole = await staff.role('Night-Shift', 'bot', 'read_bot');
    await staff.hire('ada');
    const roles = ['role_approver', ownRole];
    const { status, body } = await staff.as('root')('assignRoles', { user_id: ada, roles });
    expect([status, body.roles, body.role_names]).toEqual([
      200,
      roles,
      ['Approver', 'Night-Shift'],
    ]);
    expect((await staff.as('ada')('listBots')).status).toBe(200);
  });

  it.each([
    ['the current roles', ['role_approver', 'role_read_only']],
    ['the current roles in another order', ['role_read_only', 'role_approver']],
  ])('are refused as unchanged where the choice is %s', async (_what, roles) => {
    const staff = await openStaff(world);
    await staff.hire('ada', { roles: ['role_approver', 'role_read_only'] });
    const { status, body } = await staff.as('root')('assignRoles', { user_id: ada, roles });
    expect([status, body]).toEqual([400, { error: 'No changes to apply', field: 'roles' }]);
  });

  it.each([['role_none'], ['__proto__'], ['Administrator'], ['']])(
    'cannot include the unknown role %j',
    async (id) => {
      const staff = await openStaff(world);
      await staff.hire('ada');
      const roles = ['role_approver', id];
      const { status, body } = await staff.as('root')('assignRoles', { user_id: ada, roles });
      expect([status, body]).toEqual([
        400,
        {
          error: 'A chosen role does not exist, or it was deleted. Choose again.',
          field: 'roles',
        },
      ]);
      expect((await staff.people.get(ada))?.roles).toEqual([]);
    },
  );

  it('cannot include a role of another organisation', async () => {
    const [ownStaff, otherStaff] = [await openStaff(world), await openStaff(world)];
    const foreign = await otherStaff.role('Theirs', 'bot', 'read_bot');
    await ownStaff.hire('ada');
    const input = { user_id: ada, roles: [foreign] };
    expect((await ownStaff.as('root')('assignRoles', input)).status).toBe(400);
  });

  it('can be removed where a role was deleted', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada', { roles: ['role_approver'] });
    const before = await staff.people.get(ada);
    if (before) await staff.people.change(before, { roles: ['role_gone'] });
    const { status, body } = await staff.as('root')('assignRoles', { user_id: ada, roles: [] });
    expect([status, body.roles]).toEqual([200, []]);
  });

  it.each([
    ['root', 'ROOT users have no roles.'],
    ['portal', 'Service portal users have no roles.'],
  ])('cannot be assigned to the user %s', async (name, error) => {
    const staff = await openStaff(world);
    const input = { user_id: `${name}@example.com`, roles: ['role_approver'] };
    const { status, body } = await staff.as('root')('assignRoles', input);
    expect([status, body]).toEqual([400, { error, field: 'roles' }]);
    const form = { ...graceForm, userType: name === 'root' ? 'ROOT' : 'SP_USER' };
    const creation = await staff.as('root')('createUser', { ...form, roles: ['role_approver'] });
    expect([creation.status, creation.body.error]).toEqual([400, error]);
  });
});
