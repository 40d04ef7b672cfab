import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { newUser } from '#lib/domain/users/user.schema.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { createUser } from '#lib/domain/users/new-user.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { putItem } from '#lib/kernel/database.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestPool, type TestPool } from '#test/support/identity-pool.ts';
import { graceForm, openStaff, type Staff } from './staff.ts';

const world = openTestDatabase();
const taken = 'Another account uses this e-mail address. Enter a different one.';

describe('a new user', () => {
  it('gets an account with a first password, a record and an invitation', async () => {
    const staff = await openStaff(world);
    const { status, body } = await staff.as('root')('createUser', graceForm);
    const { password, email, ...profile } = graceForm;
    expect([status, body]).toEqual([
      201,
      {
        ...profile,
        _id: email,
        roles: [],
        revision: 1,
        role_names: [],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(await staff.identity.findUser(email)).toMatchObject({ tenantId: staff.tenant_id });
    expect(staff.mails).toEqual([
      {
        to: [email],
        subject: 'Your invitation to Ours on Cloudwarden',
        text: expect.stringContaining('https://console.example/app as grace@example.com'),
      },
    ]);
    expect(JSON.stringify([body, staff.mails, staff.logged])).not.toContain(password);
  });

  it('gets a mail in which their name cannot become a link', async () => {
    const staff = await openStaff(world);
    const ordinary = { ...graceForm, email: 'jr@example.com', name: 'Dr. J.R. Hopper' };
    await staff.as('root')('createUser', { ...graceForm, name: 'evil.example.com/login' });
    await staff.as('root')('createUser', ordinary);
    const [first = '', second = ''] = staff.mails.map(({ text }) => text);
    expect(first).toMatch(/^Hello evil\. example\. com\/login,\n/);
    expect(second).toMatch(/^Hello Dr\. J\. R\. Hopper,\n/);
  });

  it('is refused after a hundred invitations within an hour', async () => {
    const staff = await openStaff(world);
    const invite = (n: number) =>
      staff.as('root')('createUser', { ...graceForm, email: `u${n}@example.com` });
    const hour = isoTime(staff.clock()).slice(0, 13);
    const mailCount = { tenant_id: staff.tenant_id, _id: 'mails invitations', hour, count: 97 };
    await putItem(staff.db, organisationTable, mailCount);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => invite(n)));
    const refusals = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(refusals).toHaveLength(5);
    expect(refusals[0]?.body).toEqual({
      error: expect.stringMatching(/^Your organisation has sent 100 invitations within this hour/),
    });
    expect(Number(refusals[0]?.headers?.['retry-after'])).toBeGreaterThan(0);
    expect(staff.mails).toHaveLength(3);
    expect(await staff.identity.findUser('u7@example.com')).toBeUndefined();
    staff.time.now += 3600_000;
    expect((await invite(20)).status).toBe(201);
  });

  it('is valid from the first call on', async () => {
    const staff = await openStaff(world);
    await staff.hire('grace');
    expect((await staff.as('grace')('getCurrentUser')).body).toMatchObject({
      name: 'grace',
      userType: 'SUBUSER',
      organisation: 'Ours',
      root_users: ['root@example.com'],
    });
  });

  it('is listed among the ROOT users if created as ROOT with full access', async () => {
    const staff = await openStaff(world);
    await staff.hire('ada', { userType: 'ROOT' });
    await staff.hire('eva', { userType: 'ROOT', readOnly: true });
    expect((await staff.organisation.get())?.roots).toEqual({
      'root@example.com': true,
      'ada@example.com': true,
    });
  });

  it('stays when the invitation cannot be mailed, and the log has no address', async () => {
    const staff = await openStaff(world);
    const mail = { send: () => Promise.reject(new Error('no route to grace@example.com')) };
    const users = userService({ ...staff.userDeps, mail });
    const user = await users.createUser(staff.root, newUser.parse(graceForm));
    expect(user._id).toBe(graceForm.email);
    expect((await staff.as('grace')('getCurrentUser')).status).toBe(200);
    expect(staff.logged.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 'error', message: 'An invitation could not be mailed.', error: 'Error' },
    ]);
    expect(staff.logged.join()).not.toContain(graceForm.email);
  });
});

describe('an address that is taken', () => {
  it.each(['grace@example.com', 'Grace@Example.com'])('is refused as %s', async (email) => {
    const staff = await openStaff(world);
    await staff.hire('grace');
    const { status, body } = await staff.as('root')('createUser', { ...graceForm, email });
    expect([status, body]).toEqual([409, { error: taken, field: 'email' }]);
  });

  it('is refused the same way if another organisation has the account', async () => {
    const [ownStaff, otherStaff] = [await openStaff(world), await openStaff(world)];
    await otherStaff.hire('grace');
    // Both organisations have their accounts in one pool.
    const users = userService({ ...ownStaff.userDeps, identity: otherStaff.identity });
    const creation = users.createUser(ownStaff.root, newUser.parse(graceForm));
    await expect(creation).rejects.toMatchObject({
      status: 409,
      message: taken,
      extra: { field: 'email' },
    });
    expect(await ownStaff.people.get(graceForm.email)).toBeUndefined();
    expect(ownStaff.mails).toEqual([]);
  });
});

/** Simulates a process that is killed right after it created the account. */
const dyingIdentity = (identity: Identity): Identity => ({
  ...identity,
  createUser: async (user) => {
    await identity.createUser(user);
    throw new Error('killed');
  },
});

describe('a user creation that crashed between account and record', () => {
  let pool: TestPool;
  let staff: Staff;
  const secondForm = newUser.parse({
    ...graceForm,
    name: 'Grace M. Hopper',
    password: 'Other-horse2',
  });

  const make = (from: Staff, input = secondForm, identity: Identity = pool.identity.admin) =>
    createUser({ ...from.userDeps, identity }, from.root, input);

  beforeEach(async () => {
    pool = await openTestPool();
    staff = await openStaff(world);
    const killed = make(staff, newUser.parse(graceForm), dyingIdentity(pool.identity.admin));
    await expect(killed).rejects.toThrow('killed');
  });

  afterEach(() => pool.close());

  it('leaves an account without access', async () => {
    expect(await staff.people.get(graceForm.email)).toBeUndefined();
    expect((await staff.as('grace')('getCurrentUser')).status).toBe(401);
  });

  it('can be repeated, and the last name and password count', async () => {
    const user = await make(staff);
    expect(user).toMatchObject({ _id: graceForm.email, name: 'Grace M. Hopper' });
    expect(user.sub).toBe((await pool.identity.admin.findUser(graceForm.email))?.sub);
    expect((await pool.signIn(graceForm.email, graceForm.password)).status).toBe(400);
    const { body } = await pool.signIn(graceForm.email, secondForm.password);
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    expect(staff.mails).toHaveLength(1);
  });

  it('cannot be continued by another organisation', async () => {
    const otherStaff = await openStaff(world);
    await expect(make(otherStaff)).rejects.toMatchObject({ status: 409, message: taken });
    expect(await otherStaff.people.get(graceForm.email)).toBeUndefined();
    const { body } = await pool.signIn(graceForm.email, graceForm.password);
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  it('is continued by one of two simultaneous calls, with its password', async () => {
    const passwords = ['Other-horse2', 'Third-horse3'];
    const calls = passwords.map((password) => make(staff, { ...secondForm, password }));
    const results = await Promise.allSettled(calls);
    const winners = results.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    expect(winners).toHaveLength(1);
    const [winner = 0] = winners;
    expect(results[1 - winner]).toMatchObject({ reason: { status: 409, message: taken } });
    expect((await pool.signIn(graceForm.email, passwords[winner] ?? '')).status).toBe(200);
    expect((await pool.signIn(graceForm.email, passwords[1 - winner] ?? '')).status).toBe(400);
  });
});

describe('two people who create a user with the same address at once', () => {
  it('create one user, and the other call reports that the address is taken', async () => {
    const staff = await openStaff(world);
    for (let round = 0; round < 20; round += 1) {
      const email = `new${round}@example.com`;
      const calls = ['One', 'Two'].map((name) =>
        staff.as('root')('createUser', { ...graceForm, email, name }),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const winner = answers.find(({ status }) => status === 201)?.body.name;
      expect(await staff.people.get(email)).toMatchObject({ name: winner });
    }
  });
});
