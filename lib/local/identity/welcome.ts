import { randomBytes } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { Pool } from './pool.ts';

export const grantSession = (pool: Pool, account: Account) => {
  const { session, refreshToken } = pool.sessions.start(account.username);
  return {
    AuthenticationResult: { ...pool.mint(account, session), RefreshToken: refreshToken },
    ChallengeParameters: {},
  };
};

const askForNewPassword = (pool: Pool, { username, name }: Account) => {
  const session = randomBytes(32).toString('base64url');
  pool.newPasswords.put(session, username);
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify({ email: username, email_verified: 'true', name }),
    },
  };
};

/** What follows a right password: the tokens, or the demand for a password of one's own. */
export const welcome = (pool: Pool, account: Account) =>
  account.status === 'CONFIRMED' ? grantSession(pool, account) : askForNewPassword(pool, account);
