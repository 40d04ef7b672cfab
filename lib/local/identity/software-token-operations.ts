import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { guessed } from './attempt.ts';
import { authorise } from './authorise.ts';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import { operation, text } from './operation.ts';
import { base32, stepOf } from './totp.ts';

/** As long as the digest, which RFC 4226 (section 4, R6) recommends. */
const secretLength = 20;

/**
 * Offers the signed-in person a new secret. An app that they use already counts until the new one
 * has shown a code; Cognito forgets it at once, which would leave a sign-in without second factor.
 */
export const associateSoftwareToken = operation(
  z.object({ AccessToken: text }),
  async (pool, { AccessToken }) => {
    const { account } = await authorise(pool, AccessToken);
    const secret = randomBytes(secretLength);
    pool.newSecrets.put(account.username, secret);
    return { SecretCode: base32(secret) };
  },
);

const notAssociated = () =>
  new CognitoError(
    'SoftwareTokenMFANotFoundException',
    'No authenticator app is being set up, or that took too long. Begin again.',
  );

const codeMismatch = () => new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');

/** Takes the offered secret once its app has shown a right code, which signs nobody in after. */
export const verifySoftwareToken = operation(
  z.object({ AccessToken: text, UserCode: text }),
  async (pool, { AccessToken, UserCode }, from) => {
    const { account } = await authorise(pool, AccessToken);
    const { username } = account;
    const secret = pool.newSecrets.peek(username);
    if (!secret) throw notAssociated();
    const step = guessed(pool, { from, username, failed: 'fail_set_up_mfa' }, () => {
      const found = stepOf(secret, UserCode, pool.clock());
      if (found === undefined) throw codeMismatch();
      return found;
    });
    pool.newSecrets.take(username);
    pool.softwareTokens.keep(account, secret, step);
    await pool.tell('set_up_mfa', username, { from });
    return { Status: 'SUCCESS' };
  },
);

const setting = z.object({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});

const preference = z.object({
  AccessToken: text,
  SoftwareTokenMfaSettings: setting.optional(),
  SMSMfaSettings: setting.optional(),
  EmailMfaSettings: setting.optional(),
});

/** Turns the code at sign-in on and off. The app stays, so that it can be turned on again. */
export const setUserMfaPreference = operation(preference, async (pool, input, from) => {
  const { account } = await authorise(pool, input.AccessToken);
  if (input.SMSMfaSettings?.Enabled || input.EmailMfaSettings?.Enabled) {
    throw invalidParameter('This user pool offers authenticator apps only.');
  }
  const { Enabled: enabled, PreferredMfa: preferred } = input.SoftwareTokenMfaSettings ?? {};
  if (enabled && !pool.softwareTokens.of(account)) {
    throw invalidParameter('User has not verified software token mfa');
  }
  if (enabled !== undefined) {
    pool.softwareTokens.prefer(account, { enabled, preferred: enabled && !!preferred });
    await pool.tell(enabled ? 'enable_mfa' : 'disable_mfa', account.username, { from });
  }
  return {};
});
