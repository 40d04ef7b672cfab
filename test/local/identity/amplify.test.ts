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
const wrongPasswordError = {
  name: 'NotAuthorizedException',
  message: 'Incorrect username or password.',
};
const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

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

const signInStatus = (candidate: string): Promise<number> =>
  pool.signIn(username, candidate).then(({ status }) => status);

describe('signing in through Amplify', () => {
  beforeEach(() => pool.identity.admin.createUser(ada));

  it('works by SRP and returns tokens that the API accepts', async () => {
    expect(await signIn({ username, password })).toEqual(signedIn);
    expect(await getCurrentUser()).toMatchObject({ username });
    const verified = await pool.verify(await accessToken());
    expect(verified).toMatchObject({ username, tenantId: 'org_1' });
  });

  it('works with the address typed in capital letters', async () => {
    expect(await signIn({ username: 'Ada@EXAMPLE.com', password })).toEqual(signedIn);
    expect((await pool.verify(await accessToken())).username).toBe(username);
  });

  it('works by password', async () => {
    const options = { authFlowType: 'USER_PASSWORD_AUTH' as const };
    expect(await signIn({ username, password, options })).toEqual(signedIn);
  });

  it('returns tokens with the same claims as those of Cognito', async () => {
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

  it('returns the verified address and the name', async () => {
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
    ['a name that is not an address', 'eve', password],
    ['a look-alike address', '\u212Aate@example.com', password],
  ])('refuses %s with the same message', async (_, name, candidate) => {
    await expect(signIn({ username: name, password: candidate })).rejects.toMatchObject(
      wrongPasswordError,
    );
  });

  it('continues after the access token has expired', async () => {
    await signIn({ username, password });
    const before = await accessToken();
    pool.advance(3601_000);
    await fetchAuthSession({ forceRefresh: true });
    const after = await accessToken();
    expect(after).not.toBe(before);
    await expect(pool.verify(before)).rejects.toMatchObject({ status: 401 });
    await expect(pool.verify(after)).resolves.toMatchObject({ username });
  });

  it('ends on sign-out, without ending other sessions', async () => {
    await signIn({ username, password });
    const otherTokens = await pool.tokens(username, password);
    const AccessToken = await accessToken();
    await signOut();
    expect((await pool.call('GetUser', { AccessToken })).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    });
    expect((await pool.refresh(otherTokens.RefreshToken)).status).toBe(200);
  });

  it('ends all sessions on a global sign-out', async () => {
    await signIn({ username, password });
    const otherTokens = await pool.tokens(username, password);
    await signOut({ global: true });
    const { body } = await pool.refresh(otherTokens.RefreshToken);
    expect(body).toMatchObject({ __type: 'NotAuthorizedException' });
  });
});

describe('changing a password through Amplify', () => {
  it('is required at the first sign-in of a temporary password', async () => {
    await pool.identity.admin.createUser({ ...ada, permanent: false });
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    for (const candidate of ['weak', password]) {
      await expect(confirmSignIn({ challengeResponse: candidate })).rejects.toMatchObject({
        name: 'InvalidPasswordException',
      });
    }
    expect(await confirmSignIn({ challengeResponse: newPassword })).toEqual(signedIn);
    expect(await signInStatus(password)).toBe(400);
    await expect(pool.tokens(username, newPassword)).resolves.toBeDefined();
  });

  it('with the old password ends the other sessions and keeps this one', async () => {
    await pool.identity.admin.createUser(ada);
    const otherTokens = await pool.tokens(username, password);
    await signIn({ username, password });
    await updatePassword({ oldPassword: password, newPassword });
    expect(await signInStatus(password)).toBe(400);
    expect(await signInStatus(newPassword)).toBe(200);
    expect((await fetchUserAttributes()).email).toBe(username);
    expect((await pool.refresh(otherTokens.RefreshToken)).status).toBe(400);
  });

  it.each([
    ['a wrong old password', 'Wrong-horse1', newPassword, 'NotAuthorizedException'],
    ['a weak new password', password, 'weak', 'InvalidPasswordException'],
  ])('is refused with %s', async (_, oldPassword, proposed, name) => {
    await pool.identity.admin.createUser(ada);
    await signIn({ username, password });
    const change = updatePassword({ oldPassword, newPassword: proposed });
    await expect(change).rejects.toMatchObject({ name });
    expect(await signInStatus(password)).toBe(200);
  });

  it('works with a mailed code', async () => {
    await pool.identity.admin.createUser(ada);
    const { nextStep } = await resetPassword({ username });
    expect(nextStep.codeDeliveryDetails).toMatchObject({ destination: 'a***@e***' });
    expect(pool.mails.map(({ to }) => to)).toEqual([username]);
    const confirmationCode = codeIn(pool.mails);
    await confirmResetPassword({ username, confirmationCode, newPassword });
    expect(await signIn({ username, password: newPassword })).toEqual(signedIn);
    expect(await signInStatus(password)).toBe(400);
  });
});
