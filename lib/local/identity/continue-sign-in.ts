import type { Account } from './accounts.ts';
import { CognitoError, sessionEnded } from './cognito-error.ts';
import { challengeAppSetup } from './app-setup.ts';
import type { Pool } from './pool.ts';
import { challengeAppCode } from './second-factor.ts';

/** Starts the session only after the event was recorded, and not with a password replaced since. */
export const grantSession = async (pool: Pool, provenAccount: Account, from: string) => {
  const { username } = provenAccount;
  await pool.hold(provenAccount);
  const account = pool.accounts.find(username);
  if (account?.verifier !== provenAccount.verifier) throw sessionEnded();
  const { session, refreshToken } = pool.sessions.start(username);
  await pool.reportEvent('sign_in', username, { from, session: session.id });
  return {
    AuthenticationResult: { ...pool.mint(account, session), RefreshToken: refreshToken },
    ChallengeParameters: {},
  };
};

const challengeNewPassword = (pool: Pool, { username, name, verifier }: Account) => {
  const session = pool.newPasswords.issue({ username, verifier });
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

const notConfirmed = () => new CognitoError('UserNotConfirmedException', 'User is not confirmed.');

/** What follows a right password: the tokens, or the challenge that comes first. */
export const continueSignIn = (pool: Pool, account: Account, from: string) => {
  if (account.status === 'UNCONFIRMED') throw notConfirmed();
  if (account.status === 'FORCE_CHANGE_PASSWORD') return challengeNewPassword(pool, account);
  if (pool.softwareTokens.of(account)?.enabled) return challengeAppCode(pool, account);
  if (pool.demandsSecondFactor) return challengeAppSetup(pool, account);
  return grantSession(pool, account, from);
};
