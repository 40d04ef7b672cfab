import '#test/support/browser-navigator.ts';
import { Amplify } from 'aws-amplify';
import {
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchMFAPreference,
  resendSignUpCode,
  setUpTOTP,
  signIn,
  type SignInOutput,
  signOut,
  signUp,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { appCode } from '#test/support/authenticator-app.ts';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool, poolId } from '#test/support/identity-pool.ts';

const { email: username, password, name } = ada;
const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

let pool: TestPool;

// Amplify warns about every endpoint that is not AWS's own.
ConsoleLogger.LOG_LEVEL = 'ERROR';

beforeEach(async () => {
  pool = await openTestPool(':memory:', {
    foundOrganisation: async ({ sub }) => `org_${sub}`,
  });
  const userPool = { userPoolId: poolId, userPoolClientId: clientId };
  Amplify.configure({ Auth: { Cognito: { ...userPool, userPoolEndpoint: pool.endpoint } } });
});

afterEach(async () => {
  await signOut();
  await pool.close();
});

describe('signing up through Amplify', () => {
  const userAttributes = { email: username, name, 'custom:organisation': 'Acme' };

  it('allows signing in once the address is confirmed', async () => {
    const result = await signUp({ username, password, options: { userAttributes } });
    expect(result.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL' },
    });
    const confirmationCode = codeIn(pool.mails);
    const { nextStep } = await confirmSignUp({ username, confirmationCode });
    expect(nextStep.signUpStep).toBe('DONE');
    expect(await signIn({ username, password })).toEqual(signedIn);
    const { tokens } = await fetchAuthSession();
    expect(await pool.verify(String(tokens?.accessToken))).toMatchObject({
      tenantId: `org_${result.userId}`,
    });
  });

  it('asks for the confirmation when the person signs in before', async () => {
    await signUp({ username, password, options: { userAttributes } });
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
    await resendSignUpCode({ username });
    await confirmSignUp({ username, confirmationCode: codeIn(pool.mails) });
    expect(await signIn({ username, password })).toEqual(signedIn);
  });
});

describe('a required authenticator app', () => {
  beforeEach(async () => {
    await pool.close();
    pool = await openTestPool(':memory:', { demandsSecondFactor: true });
    const userPool = { userPoolId: poolId, userPoolClientId: clientId };
    Amplify.configure({ Auth: { Cognito: { ...userPool, userPoolEndpoint: pool.endpoint } } });
    await pool.identity.admin.createUser(ada);
  });

  const secretOf = ({ nextStep }: SignInOutput): string => {
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') {
      throw new Error(`The next step is ${nextStep.signInStep}.`);
    }
    return nextStep.totpSetupDetails.sharedSecret;
  };

  const codeOf = (secret: string) => ({ challengeResponse: appCode(secret, pool.now()) });

  it('is set up during the first sign-in, and its code asked for at the next', async () => {
    const secret = secretOf(await signIn({ username, password }));
    await expect(fetchAuthSession()).resolves.not.toHaveProperty('tokens.accessToken');
    expect(await confirmSignIn(codeOf(secret))).toEqual(signedIn);
    await signOut();
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    pool.advance(60_000);
    expect(await confirmSignIn(codeOf(secret))).toEqual(signedIn);
  });

  it('is set up after choosing a new password', async () => {
    await pool.identity.admin.resetPassword(username, 'Given-horse1');
    const first = await signIn({ username, password: 'Given-horse1' });
    expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    const secret = secretOf(await confirmSignIn({ challengeResponse: 'Other-horse1' }));
    expect(await confirmSignIn(codeOf(secret))).toEqual(signedIn);
  });

  it('is set up with the same secret after a wrong code', async () => {
    const secret = secretOf(await signIn({ username, password }));
    const rightCode = appCode(secret, pool.now());
    const challengeResponse = rightCode === '000000' ? '000001' : '000000';
    await expect(confirmSignIn({ challengeResponse })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    expect(await confirmSignIn(codeOf(secret))).toEqual(signedIn);
  });

  it('can be replaced, but not switched off, by its signed-in user', async () => {
    const first = secretOf(await signIn({ username, password }));
    await confirmSignIn(codeOf(first));
    await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Two-factor sign-in is required here, and cannot be switched off.',
    });
    const { sharedSecret } = await setUpTOTP();
    await verifyTOTPSetup({ code: appCode(sharedSecret, pool.now()) });
    await signOut();
    await signIn({ username, password });
    pool.advance(60_000);
    await expect(confirmSignIn(codeOf(first))).rejects.toThrow();
    expect(await confirmSignIn(codeOf(sharedSecret))).toEqual(signedIn);
  });

  it('is set up again after a reset by an administrator', async () => {
    const lost = secretOf(await signIn({ username, password }));
    await confirmSignIn(codeOf(lost));
    await signOut();
    await pool.identity.admin.forgetSecondFactor(username);
    const secret = secretOf(await signIn({ username, password }));
    expect(secret).not.toBe(lost);
    expect(await confirmSignIn(codeOf(secret))).toEqual(signedIn);
  });
});

describe('an optional authenticator app', () => {
  beforeEach(() => pool.identity.admin.createUser(ada));

  const setUp = async (): Promise<string> => {
    await signIn({ username, password });
    const { sharedSecret, getSetupUri } = await setUpTOTP();
    expect(String(getSetupUri('Cloudwarden'))).toContain(`secret=${sharedSecret}`);
    await verifyTOTPSetup({ code: appCode(sharedSecret, pool.now()) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    return sharedSecret;
  };

  it('can be set up, is asked for at sign-in, and can be switched off', async () => {
    const secret = await setUp();
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    pool.advance(60_000);
    expect(await confirmSignIn({ challengeResponse: appCode(secret, pool.now()) })).toEqual(
      signedIn,
    );
    await updateMFAPreference({ totp: 'DISABLED' });
    expect(await fetchMFAPreference()).toEqual({});
    await signOut();
    expect(await signIn({ username, password })).toEqual(signedIn);
  });

  it('is not set up by a wrong code', async () => {
    await signIn({ username, password });
    const { sharedSecret } = await setUpTOTP();
    const rightCode = appCode(sharedSecret, pool.now());
    const code = rightCode === '000000' ? '000001' : '000000';
    await expect(verifyTOTPSetup({ code })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    await expect(updateMFAPreference({ totp: 'PREFERRED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});
