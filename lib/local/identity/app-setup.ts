import * as z from 'zod';
import { type Account, asUsername } from './accounts.ts';
import { sessionEnded } from './cognito-error.ts';
import { username } from './operation.ts';
import type { Pool } from './pool.ts';

/**
 * A sign-in that must set up an authenticator app; the verifier shows whether the password is still
 * the same. `secret` is the app's, once it has shown a right code.
 */
export type PendingAppSetup = Pick<Account, 'username' | 'verifier'> & { secret?: Uint8Array };

export const appSetupRequest = z.object({ USERNAME: username });

export const challengeAppSetup = (pool: Pool, { username: name, verifier }: Account) => {
  const session = pool.pendingApps.issue({ username: name, verifier });
  return {
    ChallengeName: 'MFA_SETUP',
    Session: session,
    ChallengeParameters: { USER_ID_FOR_SRP: name, MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  };
};

/** The account of a sign-in that must set up an app and has no enabled one yet. */
export const requirePendingAppAccount = (pool: Pool, session: string): Account => {
  const pending = pool.pendingApps.peek(session);
  const account = pending && pool.accounts.find(pending.username);
  if (!account || account.verifier !== pending?.verifier) throw sessionEnded();
  // Another sign-in may have been faster: knowing only the password must not replace an app.
  if (pool.softwareTokens.of(account)?.enabled) throw sessionEnded();
  return account;
};

/** The account of a sign-in whose app was set up; works once. */
export const completeAppSetup = (
  pool: Pool,
  answer: z.output<typeof appSetupRequest>,
  session: string,
): Account => {
  const pending = pool.pendingApps.take(session);
  const name = asUsername(answer.USERNAME);
  const account = pending?.username === name ? pool.accounts.find(name) : undefined;
  if (!pending?.secret || account?.verifier !== pending.verifier) throw sessionEnded();
  // The app may have been reset meanwhile, and another one set up.
  const app = pool.softwareTokens.of(account);
  if (!app?.enabled || !Buffer.from(pending.secret).equals(app.secret)) throw sessionEnded();
  return account;
};
