import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { appCode } from '#test/support/authenticator-app.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { callIdentity } from '#test/support/invited-user.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

const signIn = () => {
  const { email: USERNAME, password: PASSWORD } = product.sign_in;
  const AuthParameters = { USERNAME, PASSWORD };
  return callIdentity(product.url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
  });
};

/** The operator's command, as in `docs/operations.md`. */
const reset = (...args: string[]) => {
  const { PATH } = process.env;
  const env = { PATH, DATA_DIR: join(product.folder, 'data') };
  const command = resolve('bin/second-factor.ts');
  const ended = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
  return { status: ended.status, said: ended.stdout + ended.stderr };
};

it('the operator resets the lost app of the only ROOT user', async () => {
  const { email } = product.sign_in;
  const { AccessToken } = (await signIn()).AuthenticationResult ?? {};
  const { SecretCode } = Object(
    await callIdentity(product.url, 'AssociateSoftwareToken', { AccessToken }),
  );
  const UserCode = appCode(SecretCode, Date.now());
  await callIdentity(product.url, 'VerifySoftwareToken', { AccessToken, UserCode });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await callIdentity(product.url, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings,
  });
  expect(await signIn()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });

  expect(reset(email)).toMatchObject({ status: 1, said: expect.stringContaining('is in use by') });
  await product.kill();
  expect(reset()).toMatchObject({ status: 1, said: expect.stringContaining('Enter an e-mail') });
  expect(reset('eve@example.com')).toMatchObject({
    status: 1,
    said: expect.stringContaining('No account has the e-mail address eve@example.com.'),
  });
  expect(reset(email)).toMatchObject({ status: 0 });
  await product.start();

  expect((await signIn()).AuthenticationResult).toBeDefined();
  const { items } = await product.api.audit.listAuditTrails({ user: 'operator' });
  expect(items).toMatchObject([
    { action_type: 'reset_second_factor', object_id: email, outcome: 'done' },
  ]);
});
