import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, openTestPool } from '#test/support/identity-pool.ts';

let pool: TestPool;

beforeAll(async () => {
  pool = await openTestPool();
  await pool.identity.admin.createUser(ada);
});

afterAll(() => pool.close());

const operations = [
  'InitiateAuth',
  'RespondToAuthChallenge',
  'GetTokensFromRefreshToken',
  'GetUser',
  'ChangePassword',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'RevokeToken',
  'GlobalSignOut',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'SignUp',
  'AssociateSoftwareToken',
  'VerifySoftwareToken',
  'SetUserMFAPreference',
];

describe.each(operations)('%s with an invalid request', (operation) => {
  it.each([null, [], {}, 'text', 7, { ClientId: 7 }, { ClientId: clientId }, { AccessToken: {} }])(
    'refuses %j',
    async (body) => {
      const { status, body: answer } = await pool.call(operation, body);
      expect(status).toBe(400);
      expect(answer).toEqual({
        __type: 'InvalidParameterException',
        message: expect.any(String),
      });
    },
  );
});

describe('a sign-in when the database cannot be written', () => {
  it('is refused with 503 in the form that Amplify reads, and logged once', async () => {
    pool.database.exec('PRAGMA query_only = ON');
    const { status, body } = await pool.signIn(ada.email, ada.password);
    pool.database.exec('PRAGMA query_only = OFF');
    expect([status, body.__type]).toEqual([503, 'ServiceUnavailableException']);
    expect(body.message).toContain('cannot be written. Ask the operator of the server');
    expect(pool.logged).toHaveLength(1);
    expect((await pool.signIn(ada.email, ada.password)).status).toBe(200);
  });
});

it.each(['AdminCreateUser', '', 'toString', '__proto__', 'constructor'])(
  'refuses the unknown operation %j',
  async (operation) => {
    const { body } = await pool.call(operation, {});
    expect(body).toMatchObject({ __type: 'UnknownOperationException' });
  },
);

it.each(['GetUser', 'DynamoDB_20120810.GetUser', 'awscognitoidentityproviderservice.GetUser'])(
  'refuses the unknown target %s',
  async (target) => {
    const { body } = await pool.identity.handle(target, {}, '::1');
    expect(body).toMatchObject({ __type: 'UnknownOperationException' });
  },
);

it('refuses another app client', async () => {
  const request = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'other',
    AuthParameters: { USERNAME: ada.email, PASSWORD: ada.password },
  };
  const { status, body } = await pool.call('InitiateAuth', request);
  expect(status).toBe(400);
  expect(body).toMatchObject({ __type: 'ResourceNotFoundException' });
});

it.each(['CUSTOM_AUTH', 'ADMIN_USER_PASSWORD_AUTH', 'user_password_auth'])(
  'refuses the flow %s',
  async (AuthFlow) => {
    const AuthParameters = { USERNAME: ada.email, PASSWORD: ada.password };
    const request = { AuthFlow, ClientId: clientId, AuthParameters };
    const { body } = await pool.call('InitiateAuth', request);
    expect(body).toMatchObject({ __type: 'InvalidParameterException' });
  },
);

it.each(["' or 1=1 --", 'ada@example.com\0', '__proto__', '\ud800', '💥', ' '])(
  'refuses a sign-in with the name %j',
  async (name) => {
    expect((await pool.signIn(name, ada.password, name.length.toString())).status).toBe(400);
  },
);
