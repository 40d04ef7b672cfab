import { ada, clientId, codeIn, openTestPool, type TestPool } from '#test/support/identity-pool.ts';

const given = 'Other-horse2';

/** Actions that invalidate an account's password. */
const invalidatingActions = {
  'an administrator sets another password': (pool: TestPool) =>
    pool.identity.admin.resetPassword(ada.email, given),
  'the account is deleted and created again': async ({ identity: { admin } }: TestPool) => {
    await admin.deleteUser(ada.email);
    await admin.createUser({ ...ada, password: given, permanent: false });
  },
};

describe.each(Object.entries(invalidatingActions))('when %s', (_name, invalidate) => {
  let pool: TestPool;

  beforeEach(async () => {
    pool = await openTestPool();
  });

  afterEach(() => pool.close());

  it('a sign-in that waited for a new password is refused', async () => {
    await pool.identity.admin.createUser({ ...ada, permanent: false });
    const { body } = await pool.signIn(ada.email, ada.password);
    await invalidate(pool);
    const response = await pool.call('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: body.Session,
      ChallengeResponses: { USERNAME: ada.email, NEW_PASSWORD: 'Third-horse3' },
    });
    expect([response.status, response.body.__type]).toEqual([400, 'NotAuthorizedException']);
    expect((await pool.signIn(ada.email, 'Third-horse3')).status).toBe(400);
  });

  it('a mailed code is refused', async () => {
    await pool.identity.admin.createUser(ada);
    await pool.call('ForgotPassword', { ClientId: clientId, Username: ada.email });
    await invalidate(pool);
    const reset = await pool.call('ConfirmForgotPassword', {
      ClientId: clientId,
      Username: ada.email,
      ConfirmationCode: codeIn(pool.mails),
      Password: 'Third-horse3',
    });
    expect([reset.status, reset.body.__type]).toEqual([400, 'ExpiredCodeException']);
    const { body } = await pool.signIn(ada.email, given);
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });
});

it('ending the sessions of an account keeps the excepted one', async () => {
  const pool = await openTestPool();
  const { admin } = pool.identity;
  await admin.createUser(ada);
  const [currentTokens, otherTokens] = [
    await pool.tokens(ada.email, ada.password),
    await pool.tokens(ada.email, ada.password),
  ];
  const { session = '' } = await pool.verify(currentTokens.AccessToken);
  await admin.endSessions(ada.email, session);
  const verdicts = [
    await pool.refresh(currentTokens.RefreshToken),
    await pool.refresh(otherTokens.RefreshToken),
  ];
  expect(verdicts.map(({ status }) => status)).toEqual([200, 400]);
  expect((await pool.call('GetUser', { AccessToken: otherTokens.AccessToken })).status).toBe(400);
  await pool.close();
});
