import '#test/support/browser-navigator.ts';
import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resetPassword,
  signIn,
  signOut,
  updatePassword,
} from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool, poolId } from '#test/support/identity-pool.ts';

const { email: username, password } = ada;
const newPassword = 'Newer-horse2';
const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const done = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

let pool: TestPool;

// Amplify warns about every endpoint that is not AWS's own.
ConsoleLogger.LOG_LEVEL = 'ERROR';

beforeEach(async () => {
  pool = await openTestPool();
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: poolId,
        userPoolClientId: clientId,
        userPoolEndpoint: pool.endpoint,
      },
    },
  });
});

afterEach(async () => {
  await signOut();
  await pool.close();
});

const accessToken = async (): Promise<string> =>
  String((await fetchAuthSession()).tokens?.accessToken);

const signsInWith = (word: string): Promise<number> =>
  pool.signIn(username, word).then(({ status }) => status);

describe('the console signs in through Amplify', () => {
  beforeEach(() => pool.identity.admin.createUser(ada));

  it('by SRP, and gets tokens that the API accepts', async () => {
    expect(await signIn({ username, password })).toEqual(done);
    expect(await getCurrentUser()).toMatchObject({ username });
    const verified = await pool.verify(await accessToken());
    expect(verified).toMatchObject({ username, tenantId: 'org_1' });
  });

  it('with the address typed in capitals', async () => {
    expect(await signIn({ username: 'Ada@EXAMPLE.com', password })).toEqual(done);
    expect((await pool.verify(await accessToken())).username).toBe(username);
  });

  it('by password', async () => {
    const options = { authFlowType: 'USER_PASSWORD_AUTH' as const };
    expect(await signIn({ username, password, options })).toEqual(done);
  });

  it('with claims as Cognito writes them', async () => {
    await signIn({ username, password });
    const { tokens } = await fetchAuthSession();
    expect(tokens?.accessToken.payload).toMatchObject({
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      'cognito:groups': ['org_1'],
    });
    expect(tokens?.idToken?.payload).toMatchObject({
      token_use: 'id',
      aud: clientId,
      email: username,
      email_verified: true,
      name: 'Ada Lovelace',
      'cognito:groups': ['org_1'],
    });
    const { exp = 0, iat = 0 } = tokens?.accessToken.payload ?? {};
    expect(exp - iat).toBe(3600);
  });

  it('and reads a verified address and the name', async () => {
    await signIn({ username, password });
    expect(await fetchUserAttributes()).toMatchObject({
      email: username,
      email_verified: 'true',
      name: 'Ada Lovelace',
    });
  });

  it.each([
    ['a wrong password', username, 'Wrong-horse1'],
    ['an unknown address', 'eve@example.com', password],
    ['a name that is no address', 'eve', password],
    ['a look-alike address', '\u212Aate@example.com', password],
  ])('and is refused alike with %s', async (_, name, word) => {
    await expect(signIn({ username: name, password: word })).rejects.toMatchObject(wrong);
  });

  it('and goes on after the access token has run out', async () => {
    await signIn({ username, password });
    const before = await accessToken();
    pool.advance(3601_000);
    await fetchAuthSession({ forceRefresh: true });
    const after = await accessToken();
    expect(after).not.toBe(before);
    await expect(pool.verify(before)).rejects.toMatchObject({ status: 401 });
    await expect(pool.verify(after)).resolves.toMatchObject({ username });
  });

  it('and is signed out for good', async () => {
    await signIn({ username, password });
    const other = await pool.tokens(username, password);
    const AccessToken = await accessToken();
    await signOut();
    expect((await pool.call('GetUser', { AccessToken })).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    });
    expect((await pool.refresh(other.RefreshToken)).status).toBe(200);
  });

  it('and is signed out everywhere', async () => {
    await signIn({ username, password });
    const other = await pool.tokens(username, password);
    await signOut({ global: true });
    const { body } = await pool.refresh(other.RefreshToken);
    expect(body).toMatchObject({ __type: 'NotAuthorizedException' });
  });
});

describe('passwords change through Amplify', () => {
  it('at the first sign-in, where that is asked for', async () => {
    await pool.identity.admin.createUser({ ...ada, permanent: false });
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    for (const refused of ['weak', password]) {
      await expect(confirmSignIn({ challengeResponse: refused })).rejects.toMatchObject({
        name: 'InvalidPasswordException',
      });
    }
    expect(await confirmSignIn({ challengeResponse: newPassword })).toEqual(done);
    expect(await signsInWith(password)).toBe(400);
    await expect(pool.tokens(username, newPassword)).resolves.toBeDefined();
  });

  it('when the person knows the old one; other sessions end, this one stays', async () => {
    await pool.identity.admin.createUser(ada);
    const other = await pool.tokens(username, password);
    await signIn({ username, password });
    await updatePassword({ oldPassword: password, newPassword });
    expect(await signsInWith(password)).toBe(400);
    expect(await signsInWith(newPassword)).toBe(200);
    expect((await fetchUserAttributes()).email).toBe(username);
    expect((await pool.refresh(other.RefreshToken)).status).toBe(400);
  });

  it.each([
    ['a wrong old one', 'Wrong-horse1', newPassword, 'NotAuthorizedException'],
    ['a weak new one', password, 'weak', 'InvalidPasswordException'],
  ])('not with %s', async (_, oldPassword, proposed, name) => {
    await pool.identity.admin.createUser(ada);
    await signIn({ username, password });
    const change = updatePassword({ oldPassword, newPassword: proposed });
    await expect(change).rejects.toMatchObject({ name });
    expect(await signsInWith(password)).toBe(200);
  });

  it('by a code that is mailed', async () => {
    await pool.identity.admin.createUser(ada);
    const { nextStep } = await resetPassword({ username });
    expect(nextStep.codeDeliveryDetails).toMatchObject({ destination: 'a***@e***' });
    expect(pool.mails.map(({ to }) => to)).toEqual([username]);
    const confirmationCode = codeIn(pool.mails);
    await confirmResetPassword({ username, confirmationCode, newPassword });
    expect(await signIn({ username, password: newPassword })).toEqual(done);
    expect(await signsInWith(password)).toBe(400);
  });
});
