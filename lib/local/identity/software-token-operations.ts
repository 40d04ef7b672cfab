import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { withAttemptRecord } from './attempt.ts';
import { authorise } from './authorise.ts';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import { operation, text } from './operation.ts';
import { requirePendingAppAccount } from './app-setup.ts';
import type { Pool } from './pool.ts';
import { base32, matchingStepOf } from './totp.ts';

/** In bytes: the length of the digest, as RFC 4226 (section 4, R6) recommends. */
const secretLength = 20;

/** Proves who sets up an app: a signed-in user, or a sign-in that continues afterwards. */
const setupRequest = z.object({ AccessToken: text.optional(), Session: text.optional() });

const setupAccountOf = async (
  pool: Pool,
  { AccessToken, Session }: z.output<typeof setupRequest>,
) => {
  if (AccessToken !== undefined) {
    const { account } = await authorise(pool, AccessToken);
    return { account, key: account.username };
  }
  if (Session === undefined) throw invalidParameter('AccessToken or Session is missing.');
  return { account: requirePendingAppAccount(pool, Session), key: Session };
};

/**
 * Offers a new secret. An app already in use stays valid until the new one has shown a code;
 * Cognito drops it at once, which would leave sign-ins without a second factor.
 */
export const associateSoftwareToken = operation(setupRequest, async (pool, input) => {
  const { key } = await setupAccountOf(pool, input);
  const secret = randomBytes(secretLength);
  pool.newSecrets.put(key, secret);
  return { SecretCode: base32(secret), ...(input.Session && { Session: input.Session }) };
});

const notAssociated = () =>
  new CognitoError(
    'SoftwareTokenMFANotFoundException',
    'No authenticator app is being set up, or that took too long. Begin again.',
  );

const codeMismatch = () => new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');

/** Stores the offered secret once its app has shown a right code, which is thereby used up. */
export const verifySoftwareToken = operation(
  setupRequest.extend({ UserCode: text }),
  async (pool, { UserCode, ...by }, from) => {
    const { account, key } = await setupAccountOf(pool, by);
    const { username } = account;
    const secret = pool.newSecrets.peek(key);
    if (!secret) throw notAssociated();
    const step = withAttemptRecord(pool, { from, username, failed: 'fail_set_up_mfa' }, () => {
      const found = matchingStepOf(secret, UserCode, pool.clock());
      if (found === undefined) throw codeMismatch();
      return found;
    });
    pool.newSecrets.take(key);
    pool.softwareTokens.keep(account, secret, step);
    const pending = pool.pendingApps.peek(key);
    if (pending) {
      pending.secret = secret;
      pool.softwareTokens.prefer(account, { enabled: true, preferred: true });
    }
    await pool.reportEvent('set_up_mfa', username, { from });
    return { Status: 'SUCCESS', ...(by.Session && { Session: by.Session }) };
  },
);

const mfaSetting = z.object({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});

const preference = z.object({
  AccessToken: text,
  SoftwareTokenMfaSettings: mfaSetting.optional(),
  SMSMfaSettings: mfaSetting.optional(),
  EmailMfaSettings: mfaSetting.optional(),
});

/** Turns the code at sign-in on or off. The app is kept, so that it can be turned on again. */
export const setUserMfaPreference = operation(preference, async (pool, input, from) => {
  const { account } = await authorise(pool, input.AccessToken);
  if (input.SMSMfaSettings?.Enabled || input.EmailMfaSettings?.Enabled) {
    throw invalidParameter('This user pool offers authenticator apps only.');
  }
  const { Enabled: enabled, PreferredMfa: preferred } = input.SoftwareTokenMfaSettings ?? {};
  if (enabled === false && pool.demandsSecondFactor) {
    throw invalidParameter('Two-factor sign-in is required here, and cannot be switched off.');
  }
  if (enabled && !pool.softwareTokens.of(account)) {
    throw invalidParameter('User has not verified software token mfa');
  }
  if (enabled !== undefined) {
    pool.softwareTokens.prefer(account, { enabled, preferred: enabled && !!preferred });
    await pool.reportEvent(enabled ? 'enable_mfa' : 'disable_mfa', account.username, { from });
  }
  return {};
});
