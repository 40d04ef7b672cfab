import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { createOrganisation } from '#lib/domain/onboarding/organisation.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { isFullRoot } from '#lib/domain/users/root.service.ts';
import { newUser, userChange } from '#lib/domain/users/user.schema.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom, statusOf } from '../scene.ts';
import { graceForm, openStaff, type Staff } from './staff.ts';

const world = openTestDatabase();
const ada = newUser.parse({ ...graceForm, userType: 'ROOT' });
const user_id = ada.email;
const { email: _email, roles: _roles, password: _password, ...details } = ada;

type StaffAction = (users: ReturnType<typeof userService>, staff: Staff) => Promise<unknown>;

/**
 * Lets the process crash before each database call in turn, repeating the operation each time,
 * until it survives. `look` receives what is there then, and how the repetition ended.
 */
const crashAtEachCall = async (
  begin: StaffAction,
  action: StaffAction,
  look: (staff: Staff, repeated: number) => Promise<void>,
): Promise<number> => {
  for (let at = 1; ; at += 1) {
    const staff = await openStaff(world);
    await begin(staff.users, staff);
    const { db, died } = failingDatabase(staff.db, at);
    const dying = action(userService({ ...staff.userDeps, db }), staff);
    if (await refusalFrom(dying.catch(() => undefined))) throw new Error('It was refused.');
    if (!died()) return at - 1;
    await look(staff, await statusOf(action(staff.users, staff)));
  }
};

const doNothing: StaffAction = () => Promise.resolve();

/** Users who are ROOT by their record must be listed, and no others. */
const rootsOf = async ({ people, organisation }: Staff) => {
  const found: string[] = [];
  for await (const one of people.all()) if (isFullRoot(one)) found.push(one._id);
  const { roots = {} } = (await organisation.get()) ?? {};
  return { found: found.toSorted(), listed: Object.keys(roots).toSorted() };
};

const both = [user_id, 'root@example.com'];
const alone = ['root@example.com'];

it('a ROOT user is created once, wherever the first attempt crashed', async () => {
  const deaths = await crashAtEachCall(
    doNothing,
    (users, { root }) => users.createUser(root, ada),
    async (staff, repeated) => {
      // If the first attempt had written the record, the user exists.
      expect([200, 409]).toContain(repeated);
      const [record, account] = [
        await staff.people.get(user_id),
        await staff.identity.findUser(user_id),
      ];
      expect(record).toMatchObject({ name: ada.name, sub: account?.sub });
      expect(account?.tenantId).toBe(staff.tenant_id);
      expect(await rootsOf(staff)).toEqual({ found: both, listed: both });
    },
  );
  expect(deaths).toBeGreaterThan(6);
});

it('a ROOT user is deleted completely, wherever the first attempt crashed', async () => {
  const deaths = await crashAtEachCall(
    async (users, { db, root, tenant_id, clock }) => {
      await users.createUser(root, ada);
      for (const _id of ['key_1', 'key_2']) {
        const fields = { name: _id, secret_hash: 'x', user_id, created_at: isoTime(clock()) };
        await apiKeyStore(db, tenant_id).create({ _id, ...fields });
      }
    },
    (users, { root }) => users.deleteUser(root, { user_id }),
    async (staff, repeated) => {
      // If the first attempt had reached the record, nothing else was left to do.
      expect([200, 404]).toContain(repeated);
      expect(await staff.people.get(user_id)).toBeUndefined();
      expect(await staff.identity.findUser(user_id)).toBeUndefined();
      const keys = apiKeyStore(staff.db, staff.tenant_id);
      for (const _id of ['key_1', 'key_2']) expect(await keys.get(_id)).toBeUndefined();
      expect(await rootsOf(staff)).toEqual({ found: alone, listed: alone });
    },
  );
  expect(deaths).toBeGreaterThan(6);
});

it.each([
  ['from ROOT', 'ROOT', 'SUBUSER', alone],
  ['to ROOT', 'SUBUSER', 'ROOT', both],
] as const)(
  'a user is changed %s, wherever the first try died',
  async (_what, from, to, remainingRoots) => {
    const deaths = await crashAtEachCall(
      (users, { root }) => users.createUser(root, { ...ada, userType: from }),
      (users, { root }) => {
        const change = userChange.parse({ ...details, userType: to, password: 'Other-horse2' });
        return users.updateUser(root, { ...change, user_id });
      },
      async (staff, repeated) => {
        expect(repeated).toBe(200);
        expect(await staff.people.get(user_id)).toMatchObject({ userType: to });
        expect(await rootsOf(staff)).toEqual({ found: remainingRoots, listed: remainingRoots });
        expect(staff.accounts.get(user_id)?.password).toBe('Other-horse2');
      },
    );
    expect(deaths).toBeGreaterThan(2);
  },
);

it('every ROOT user is listed, wherever the change that made them ROOT crashed', async () => {
  for (let at = 1, alive = false; !alive; at += 1) {
    const staff = await openStaff(world);
    await staff.users.createUser(staff.root, { ...ada, userType: 'SUBUSER' });
    const dying = failingDatabase(staff.db, at);
    const { updateUser } = userService({ ...staff.userDeps, db: dying.db });
    const change = { ...userChange.parse(details), user_id };
    await updateUser(staff.root, change).catch(() => undefined);
    const { found, listed } = await rootsOf(staff);
    expect([at, listed]).toEqual([at, expect.arrayContaining(found)]);
    alive = !dying.died();
  }
});

it('a user who is still ROOT after a crashed change is counted a minute later', async () => {
  for (let at = 1, alive = false; !alive; at += 1) {
    const staff = await openStaff(world);
    await staff.users.createUser(staff.root, ada);
    const dying = failingDatabase(staff.db, at);
    const { updateUser } = userService({ ...staff.userDeps, db: dying.db });
    const change = userChange.parse({ ...details, userType: 'SUBUSER' });
    await updateUser(staff.root, { ...change, user_id }).catch(() => undefined);
    staff.time.now += 120_000;
    const { found } = await rootsOf(staff);
    const otherChange = staff.users.updateUser(person(staff.tenant_id, user_id), {
      ...change,
      user_id: 'root@example.com',
    });
    const isRoot = found.includes(user_id);
    expect([at, await statusOf(otherChange)]).toEqual([at, isRoot ? 200 : 409]);
    const remainingRoots = isRoot ? [user_id] : alone;
    expect([at, await rootsOf(staff)]).toEqual([
      at,
      { found: remainingRoots, listed: remainingRoots },
    ]);
    alive = !dying.died();
  }
});

it('an edit whose password could not be set changes nothing, and can be repeated', async () => {
  const staff = await openStaff(world);
  await staff.users.createUser(staff.root, ada);
  const { revision: base_revision } = await staff.users.getUser(staff.root, { user_id });
  const change = { ...details, name: 'Countess', userType: 'SUBUSER', password: 'Other-horse2' };
  const edit = { ...userChange.parse({ ...change, base_revision }), user_id };
  const failing = {
    ...staff.identity,
    resetPassword: () => Promise.reject(new Error('The user pool does not answer.')),
  };
  const { updateUser } = userService({ ...staff.userDeps, identity: failing });
  await expect(updateUser(staff.root, edit)).rejects.toThrow('The user pool does not answer.');
  expect(await staff.people.get(user_id)).toMatchObject({
    name: ada.name,
    revision: base_revision,
  });
  expect(await rootsOf(staff)).toEqual({ found: both, listed: both });
  const saved = await staff.users.updateUser(staff.root, edit);
  expect(saved).toMatchObject({ name: 'Countess', userType: 'SUBUSER' });
  expect(staff.accounts.get(user_id)?.password).toBe('Other-horse2');
  expect(await staff.people.get(user_id)).toMatchObject({ signed_out_at: staff.clock() });
});

it('a new password ends sign-ins also where somebody else changed the user meanwhile', async () => {
  const staff = await openStaff(world);
  await staff.users.createUser(staff.root, ada);
  const { resetPassword } = staff.identity;
  const slow = {
    ...staff.identity,
    resetPassword: async (email: string, password: string) => {
      await resetPassword(email, password);
      const otherEdit = { ...userChange.parse({ ...details, name: 'Countess' }), user_id };
      await staff.users.updateUser(staff.root, otherEdit);
    },
  };
  const { updateUser } = userService({ ...staff.userDeps, identity: slow });
  const edit = { ...userChange.parse({ ...details, password: 'Other-horse2' }), user_id };
  expect(await statusOf(updateUser(staff.root, edit))).toBe(409);
  const storedUser = await staff.people.get(user_id);
  expect(storedUser).toMatchObject({ name: 'Countess', signed_out_at: staff.clock() });
});

it('an organisation lists its first ROOT user, wherever its creation crashed', async () => {
  for (let at = 1, alive = false; !alive; at += 1) {
    const { db, clock, tenant_id } = openScene(world);
    const dying = failingDatabase(db, at);
    const organisation = { tenant_id, name: 'Ours', subscription_type: 'trial' } as const;
    const first = { ...organisation, root: { email: user_id, name: 'Ada' } };
    await createOrganisation({ db: dying.db, clock }, first).catch(() => undefined);
    await createOrganisation({ db, clock }, first);
    const roots = (await organisationStore(db, tenant_id).get())?.roots;
    expect([at, roots]).toEqual([at, { [user_id]: true }]);
    alive = !dying.died();
  }
});
