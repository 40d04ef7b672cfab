import { appCode } from '#test/support/authenticator-app.ts';
import { ada, clientId, openTestPool, type TestPool } from '#test/support/identity-pool.ts';

let pool: TestPool;
let told: string[];

beforeEach(async () => {
  told = [];
  pool = await openTestPool(':memory:', {
    demandsSecondFactor: true,
    onEvent: async ({ kind }) => void told.push(kind),
  });
  await pool.identity.admin.createUser(ada);
});

afterEach(() => pool.close());

/** The first step of a sign-in, by password. */
const begin = async (): Promise<string> => {
  const { body } = await pool.signIn(ada.email, ada.password);
  expect(body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  });
  expect(body.AuthenticationResult).toBeUndefined();
  return body.Session ?? '';
};

const offer = async (Session: string): Promise<string> => {
  const { body } = await pool.call('AssociateSoftwareToken', { Session });
  return body.SecretCode ?? '';
};

const show = (Session: string, secret: string) =>
  pool.call('VerifySoftwareToken', { Session, UserCode: appCode(secret, pool.now()) });

const goOn = (Session: string, USERNAME = ada.email) =>
  pool.call('RespondToAuthChallenge', {
    ChallengeName: 'MFA_SETUP',
    ClientId: clientId,
    Session,
    ChallengeResponses: { USERNAME },
  });

const ended = {
  status: 400,
  body: {
    __type: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  },
};

it('a sign-in completes once, after the code of its new app', async () => {
  const session = await begin();
  expect((await show(session, await offer(session))).body).toEqual({
    Status: 'SUCCESS',
    Session: session,
  });
  expect((await goOn(session)).body.AuthenticationResult).toBeDefined();
  expect(told).toEqual(['set_up_mfa', 'sign_in']);
  expect(await goOn(session)).toMatchObject(ended);
});

it('a sign-in does not complete before the code of its new app', async () => {
  const session = await begin();
  await offer(session);
  expect(await goOn(session)).toMatchObject(ended);
});

it('a sign-in of one person does not let another person in', async () => {
  const eve = { ...ada, email: 'eve@example.com' };
  await pool.identity.admin.createUser(eve);
  const session = await begin();
  await show(session, await offer(session));
  expect(await goOn(session, eve.email)).toMatchObject(ended);
});

it('a password alone cannot replace an app that was set up in the meantime', async () => {
  const [first, second] = [await begin(), await begin()];
  const secrets = [await offer(first), await offer(second)];
  await show(first, secrets[0] ?? '');
  expect(await show(second, secrets[1] ?? '')).toMatchObject(ended);
  expect(await pool.call('AssociateSoftwareToken', { Session: second })).toMatchObject(ended);
  expect((await goOn(first)).status).toBe(200);
});

it('a sign-in does not complete when its app was reset in the meantime', async () => {
  const session = await begin();
  await show(session, await offer(session));
  await pool.identity.admin.forgetSecondFactor(ada.email);
  const other = await begin();
  await show(other, await offer(other));
  expect(await goOn(session)).toMatchObject(ended);
  expect((await goOn(other)).status).toBe(200);
});

it('a sign-in ends when its password is reset', async () => {
  const reset = await begin();
  const secret = await offer(reset);
  await pool.identity.admin.resetPassword(ada.email, 'Given-horse1');
  expect(await show(reset, secret)).toMatchObject(ended);
});

it('a sign-in without an app ends after a quarter of an hour', async () => {
  const session = await begin();
  pool.advance(15 * 60_000);
  expect(await pool.call('AssociateSoftwareToken', { Session: session })).toMatchObject(ended);
});

it('an app that was switched off before the requirement must be set up again', async () => {
  const session = await begin();
  await show(session, await offer(session));
  pool.database.exec('update identity_software_tokens set enabled = 0');
  await begin();
});

it('a call without token and session is refused', async () => {
  expect(await pool.call('AssociateSoftwareToken', {})).toMatchObject({
    status: 400,
    body: { __type: 'InvalidParameterException' },
  });
});
