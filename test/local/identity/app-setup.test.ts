import { appCode } from '#test/support/authenticator-app.ts';
import { ada, clientId, openTestPool, type TestPool } from '#test/support/identity-pool.ts';

let pool: TestPool;
let eventKinds: string[];

beforeEach(async () => {
  eventKinds = [];
  pool = await openTestPool(':memory:', {
    demandsSecondFactor: true,
    onEvent: async ({ kind }) => void eventKinds.push(kind),
  });
  await pool.identity.admin.createUser(ada);
});

afterEach(() => pool.close());

/** The first step of a sign-in, by password. */
const beginSignIn = async (): Promise<string> => {
  const { body } = await pool.signIn(ada.email, ada.password);
  expect(body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  });
  expect(body.AuthenticationResult).toBeUndefined();
  return body.Session ?? '';
};

const requestSecret = async (Session: string): Promise<string> => {
  const { body } = await pool.call('AssociateSoftwareToken', { Session });
  return body.SecretCode ?? '';
};

const verifyCode = (Session: string, secret: string) =>
  pool.call('VerifySoftwareToken', { Session, UserCode: appCode(secret, pool.now()) });

const continueSignIn = (Session: string, USERNAME = ada.email) =>
  pool.call('RespondToAuthChallenge', {
    ChallengeName: 'MFA_SETUP',
    ClientId: clientId,
    Session,
    ChallengeResponses: { USERNAME },
  });

const sessionExpired = {
  status: 400,
  body: {
    __type: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  },
};

it('a sign-in completes once, after the code of its new app', async () => {
  const session = await beginSignIn();
  expect((await verifyCode(session, await requestSecret(session))).body).toEqual({
    Status: 'SUCCESS',
    Session: session,
  });
  expect((await continueSignIn(session)).body.AuthenticationResult).toBeDefined();
  expect(eventKinds).toEqual(['set_up_mfa', 'sign_in']);
  expect(await continueSignIn(session)).toMatchObject(sessionExpired);
});

it('a sign-in does not complete before the code of its new app', async () => {
  const session = await beginSignIn();
  await requestSecret(session);
  expect(await continueSignIn(session)).toMatchObject(sessionExpired);
});

it('a sign-in of one person does not let another person in', async () => {
  const eve = { ...ada, email: 'eve@example.com' };
  await pool.identity.admin.createUser(eve);
  const session = await beginSignIn();
  await verifyCode(session, await requestSecret(session));
  expect(await continueSignIn(session, eve.email)).toMatchObject(sessionExpired);
});

it('a password alone cannot replace an app that was set up in the meantime', async () => {
  const [first, second] = [await beginSignIn(), await beginSignIn()];
  const secrets = [await requestSecret(first), await requestSecret(second)];
  await verifyCode(first, secrets[0] ?? '');
  expect(await verifyCode(second, secrets[1] ?? '')).toMatchObject(sessionExpired);
  expect(await pool.call('AssociateSoftwareToken', { Session: second })).toMatchObject(
    sessionExpired,
  );
  expect((await continueSignIn(first)).status).toBe(200);
});

it('a sign-in does not complete when its app was reset in the meantime', async () => {
  const session = await beginSignIn();
  await verifyCode(session, await requestSecret(session));
  await pool.identity.admin.forgetSecondFactor(ada.email);
  const secondSession = await beginSignIn();
  await verifyCode(secondSession, await requestSecret(secondSession));
  expect(await continueSignIn(session)).toMatchObject(sessionExpired);
  expect((await continueSignIn(secondSession)).status).toBe(200);
});

it('a sign-in ends when its password is reset', async () => {
  const reset = await beginSignIn();
  const secret = await requestSecret(reset);
  await pool.identity.admin.resetPassword(ada.email, 'Given-horse1');
  expect(await verifyCode(reset, secret)).toMatchObject(sessionExpired);
});

it('a sign-in without an app ends after a quarter of an hour', async () => {
  const session = await beginSignIn();
  pool.advance(15 * 60_000);
  expect(await pool.call('AssociateSoftwareToken', { Session: session })).toMatchObject(
    sessionExpired,
  );
});

it('an app that was switched off before the requirement must be set up again', async () => {
  const session = await beginSignIn();
  await verifyCode(session, await requestSecret(session));
  pool.database.exec('update identity_software_tokens set enabled = 0');
  await beginSignIn();
});

it('a call without token and session is refused', async () => {
  expect(await pool.call('AssociateSoftwareToken', {})).toMatchObject({
    status: 400,
    body: { __type: 'InvalidParameterException' },
  });
});
