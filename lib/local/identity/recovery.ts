import * as z from 'zod';
import { asUsername } from './accounts.ts';
import { withAttemptRecord } from './attempt.ts';
import { checkCode, deliveryDetailsOf, issueCode } from './mailed-code.ts';
import { clientOperation, passwordText, text, username } from './operation.ts';
import { demandStrongPassword } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { sendMail } from './send-mail.ts';

const subject = 'Your Cloudwarden password reset code';

const resetMessageOf = (code: string): string =>
  `Your code to choose a new Cloudwarden password is ${code}. ` +
  'It works once, within an hour.\n\n' +
  'If you did not ask for it, ignore this mail: your password stays as it is.';

/** An address that was never confirmed does not prove who makes the request. */
const canRecover = (pool: Pool, name: string): boolean => {
  const account = pool.accounts.find(name);
  return account !== undefined && account.status !== 'UNCONFIRMED';
};

/** Unknown accounts get the same response, with a code that is never sent. */
export const forgotPassword = clientOperation(
  z.object({ Username: username }),
  async (pool, { Username }, from) => {
    const name = asUsername(Username);
    pool.resetMails.admit(from, name);
    pool.resetMails.count(from, name);
    const code = issueCode(pool.resetCodes, name, from);
    if (canRecover(pool, name)) {
      sendMail(pool, name, subject, resetMessageOf(code));
      setImmediate(() => void pool.reportEvent('ask_reset_code', name, { from }));
    }
    return deliveryDetailsOf(name);
  },
);

const confirmation = z.object({
  Username: username,
  ConfirmationCode: text,
  Password: passwordText,
});

/** Ends every session of the account. A rejected password leaves the code valid for another try. */
export const confirmForgotPassword = clientOperation(confirmation, async (pool, input, from) => {
  const name = asUsername(input.Username);
  demandStrongPassword(input.Password);
  withAttemptRecord(pool, { from, username: name, failed: 'fail_reset_password' }, () =>
    checkCode(pool.resetCodes, { name, code: input.ConfirmationCode, from }),
  );
  pool.resetCodes.take(name);
  pool.sessions.endAll(name);
  pool.accounts.setPassword(name, input.Password);
  await pool.reportEvent('reset_password', name, { from });
  return {};
});
