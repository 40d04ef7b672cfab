import { proveIdentity, readCaller } from '#lib/domain/account/caller.service.ts';
import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { newUser } from '#lib/domain/users/user.schema.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestPool, type TestPool } from '#test/support/identity-pool.ts';
import { refusalFrom, statusOf } from '../scene.ts';
import { graceForm, openStaff, type Staff } from './staff.ts';

const world = openTestDatabase();
const hashKey = 'the text that keys hashes';
const user_id = graceForm.email;

/** Calls with a user's credentials: a token of the pool, or an API key. */
const openAuthenticator = ({ db }: Staff, pool: TestPool) => {
  const deps = { db, clock: pool.now, verifyToken: pool.verify, hashKey: () => hashKey };
  const prove = proveIdentity(deps);
  return (text: string) => statusOf(prove(text, '198.51.100.7').then(readCaller(deps)));
};

const makeKey = async ({ db, tenant_id, clock }: Staff): Promise<string> => {
  const { text, _id, secret_hash } = generateKey(hashKey, tenant_id);
  const fields = { name: 'CI', user_id, created_at: isoTime(clock()) };
  await apiKeyStore(db, tenant_id).create({ _id, secret_hash, ...fields });
  return text;
};

/** Signs in for the first time. */
const signIn = async (pool: TestPool): Promise<string> => {
  await pool.identity.admin.resetPassword(user_id, graceForm.password);
  const { body } = await pool.signIn(user_id, graceForm.password);
  const response = await pool.call('RespondToAuthChallenge', {
    ClientId: 'console',
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: body.Session,
    ChallengeResponses: { USERNAME: user_id, NEW_PASSWORD: 'Own-horse12' },
  });
  return response.body.AuthenticationResult?.AccessToken ?? '';
};

describe('a deleted user', () => {
  let pool: TestPool;
  let staff: Staff;
  let credentials: { token: string; key: string };
  let enter: (text: string) => Promise<number>;
  let users: ReturnType<typeof userService>;

  beforeEach(async () => {
    pool = await openTestPool();
    staff = await openStaff(world);
    users = userService({ ...staff.userDeps, identity: pool.identity.admin });
    await users.createUser(staff.root, newUser.parse(graceForm));
    credentials = { token: await signIn(pool), key: await makeKey(staff) };
    enter = openAuthenticator(staff, pool);
    expect([await enter(credentials.token), await enter(credentials.key)]).toEqual([200, 200]);
  });

  afterEach(() => pool.close());

  it('is refused at once, with their token and their API key', async () => {
    await users.deleteUser(staff.root, { user_id });
    expect([await enter(credentials.token), await enter(credentials.key)]).toEqual([401, 401]);
    expect((await pool.signIn(user_id, 'Own-horse12')).status).toBe(400);
    expect(await statusOf(users.getUser(staff.root, { user_id }))).toBe(404);
    expect(await statusOf(users.deleteUser(staff.root, { user_id }))).toBe(404);
  });

  it('leaves no access to the next user with the address, in the same organisation', async () => {
    await users.deleteUser(staff.root, { user_id });
    // As created by a call that had begun before.
    const lateKey = await makeKey(staff);
    await users.createUser(staff.root, newUser.parse(graceForm));
    for (const text of [credentials.token, credentials.key, lateKey])
      expect(await enter(text)).toBe(401);
    expect(await enter(await signIn(pool))).toBe(200);
  });

  it('leaves no access to the next user with the address, in another organisation', async () => {
    await users.deleteUser(staff.root, { user_id });
    const otherStaff = await openStaff(world);
    const otherUsers = userService({ ...otherStaff.userDeps, identity: pool.identity.admin });
    await otherUsers.createUser(otherStaff.root, newUser.parse(graceForm));
    for (const text of [credentials.token, credentials.key]) expect(await enter(text)).toBe(401);
    const token = await signIn(pool);
    expect(await enter(token)).toBe(200);
    expect(await pool.verify(token)).toMatchObject({ tenantId: otherStaff.tenant_id });
  });
});

describe('a user without an account whose address belongs to another organisation', () => {
  const {
    email: _email,
    roles: _roles,
    password: _password,
    ...details
  } = newUser.parse(graceForm);
  let pool: TestPool;
  let staff: Staff;
  let users: ReturnType<typeof userService>;
  let token: string;

  beforeEach(async () => {
    pool = await openTestPool();
    staff = await openStaff(world);
    users = userService({ ...staff.userDeps, identity: pool.identity.admin });
    await users.createUser(staff.root, newUser.parse(graceForm));
    // As after removal by an operator, or a crash during deletion.
    await pool.identity.admin.deleteUser(user_id);
    const otherStaff = await openStaff(world);
    const otherUsers = userService({ ...otherStaff.userDeps, identity: pool.identity.admin });
    await otherUsers.createUser(otherStaff.root, newUser.parse(graceForm));
    token = await signIn(pool);
  });

  afterEach(() => pool.close());

  const expectTheirsAsItWas = async () => {
    expect(await openAuthenticator(staff, pool)(token)).toBe(200);
    expect((await pool.signIn(user_id, 'Own-horse12')).body.AuthenticationResult).toBeDefined();
  };

  it('gets no new password, and the other organisation keeps its own', async () => {
    const change = { ...details, user_id, password: 'Other-horse2' };
    const refusal = await refusalFrom(users.updateUser(staff.root, { ...change, name: 'Mallory' }));
    expect(refusal).toMatchObject({ status: 404 });
    expect(refusal?.message).toMatch(/^This user has no account to sign in with/);
    expect(await users.getUser(staff.root, { user_id })).toMatchObject({ name: graceForm.name });
    await expectTheirsAsItWas();
    const { password: _none, ...noPassword } = change;
    expect(await statusOf(users.updateUser(staff.root, noPassword))).toBe(200);
  });

  it('has no second factor that could be reset', async () => {
    const forgetSecondFactor = async () => {
      throw new Error('It was asked for.');
    };
    const watched = { ...pool.identity.admin, forgetSecondFactor };
    const calls = userService({ ...staff.userDeps, identity: watched });
    const refusal = await refusalFrom(calls.resetSecondFactor(staff.root, { user_id }));
    expect(refusal).toMatchObject({ status: 404 });
    expect(refusal?.message).toMatch(/^This user has no account to sign in with/);
  });

  it('is deleted with their keys, and the account of the other organisation stays', async () => {
    const key = await makeKey(staff);
    await users.deleteUser(staff.root, { user_id });
    expect(await openAuthenticator(staff, pool)(key)).toBe(401);
    expect(await statusOf(users.getUser(staff.root, { user_id }))).toBe(404);
    await expectTheirsAsItWas();
  });
});

it.each(['signOutEverywhere', 'signOutElsewhere'] as const)(
  'an API key of a user whose account is gone ends no session of another organisation: %s',
  async (call) => {
    const pool = await openTestPool();
    const { admin } = pool.identity;
    const staff = await openStaff(world);
    const users = userService({ ...staff.userDeps, identity: admin });
    await users.createUser(staff.root, newUser.parse(graceForm));
    await admin.deleteUser(user_id);
    const { email, name, password } = graceForm;
    await admin.createUser({ email, name, tenantId: 'org_other', password, permanent: true });
    const { RefreshToken } = await pool.tokens(user_id, password);
    const caller = { ...staff.root, user_id, key_id: 'key_1' };
    expect(await statusOf(users[call](caller, {}))).toBe(200);
    expect((await pool.refresh(RefreshToken)).status).toBe(200);
    await pool.close();
  },
);

it('a user whose account was created again by hand gets no new password', async () => {
  const pool = await openTestPool();
  const staff = await openStaff(world);
  const { admin } = pool.identity;
  const users = userService({ ...staff.userDeps, identity: admin });
  await users.createUser(staff.root, newUser.parse(graceForm));
  await admin.deleteUser(user_id);
  const { tenant_id: tenantId } = staff;
  const { email, name, password } = graceForm;
  await admin.createUser({ email, name, tenantId, password, permanent: true });
  const { email: _email, roles: _roles, ...details } = newUser.parse(graceForm);
  expect(await statusOf(users.updateUser(staff.root, { ...details, user_id }))).toBe(404);
  expect((await pool.signIn(email, password)).body.AuthenticationResult).toBeDefined();
  await pool.close();
});
