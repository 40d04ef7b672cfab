import * as z from 'zod';
import { checkPassword } from './attempt.ts';
import { authorise } from './authorise.ts';
import { operation, passwordText, text } from './operation.ts';
import { demandStrongPassword } from './password-policy.ts';

export const getUser = operation(z.object({ AccessToken: text }), async (pool, { AccessToken }) => {
  const { account } = await authorise(pool, AccessToken);
  const attributes = {
    sub: account.sub,
    email: account.username,
    email_verified: 'true',
    name: account.name,
  };
  const { enabled, preferred } = pool.softwareTokens.of(account) ?? {};
  return {
    Username: account.username,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    ...(enabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }),
    ...(preferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  };
});

const passwordChange = z.object({
  AccessToken: text,
  PreviousPassword: passwordText,
  ProposedPassword: passwordText,
});

/**
 * Ends every other session of the account, since others may have known the old password. They end
 * first, so that a crash in between leaves none of them open after the change.
 */
export const changePassword = operation(passwordChange, async (pool, input, from) => {
  const { account, sessionId } = await authorise(pool, input.AccessToken);
  const { username } = account;
  checkPassword(pool, { from, username, failed: 'fail_change_password' }, () =>
    pool.accounts.isPassword(account, input.PreviousPassword),
  );
  demandStrongPassword(input.ProposedPassword);
  pool.sessions.endAll(username, sessionId);
  pool.accounts.setPassword(username, input.ProposedPassword);
  await pool.reportEvent('change_password', username, { from, session: sessionId });
  return {};
});
