import * as z from 'zod';
import { type Attributes, readSignUp } from '#lib/domain/onboarding/sign-up.rules.ts';
import { organisationAttribute } from '#lib/domain/onboarding/sign-up.schema.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { asUsername } from './accounts.ts';
import { withAttemptLimit } from './attempt.ts';
import { CognitoError, notAuthorized } from './cognito-error.ts';
import { checkCode, deliveryDetailsOf, issueCode } from './mailed-code.ts';
import { clientOperation, passwordText, text, username } from './operation.ts';
import { demandStrongPassword } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { sendMail } from './send-mail.ts';

const mailCode = (pool: Pool, address: string, code: string): void =>
  sendMail(
    pool,
    address,
    'Your Cloudwarden confirmation code',
    `Your code to confirm your Cloudwarden account is ${code}. ` +
      'It works once, within a day.\n\n' +
      'Use it only if you have just signed up yourself: it confirms the password that was chosen ' +
      'last. If you did not, ignore this mail: nobody can use the account without the code.',
  );

const writableAttributes = new Set(['email', 'name', organisationAttribute]);

const userAttributes = z
  .array(z.object({ Name: z.string().max(64), Value: z.string().max(2048).default('') }))
  .max(50);

const attributesOf = (entries: z.output<typeof userAttributes>): Attributes => {
  if (!entries.every(({ Name }) => writableAttributes.has(Name))) {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
  return Object.fromEntries(entries.map(({ Name, Value }) => [Name, Value]));
};

/** The form in which Cognito reports errors of its triggers. */
const triggerError = (trigger: string, message: string) =>
  new CognitoError('UserLambdaValidationException', `${trigger} failed with error ${message}`);

const readRequest = (userName: string, entries: z.output<typeof userAttributes>) => {
  try {
    return readSignUp(userName, attributesOf(entries));
  } catch (error) {
    throw error instanceof Refusal ? triggerError('PreSignUp', error.message) : error;
  }
};

const request = z.object({
  Username: username,
  Password: passwordText,
  UserAttributes: userAttributes,
});

/**
 * Reports that an address is taken, as Cognito does; the limit of mails also limits such probing.
 * Of several sign-ups for an unconfirmed address the last one counts, with a code of its own: the
 * owner of the address must not confirm a stranger's password.
 */
export const signUp = clientOperation(request, (pool, input, from) => {
  if (!pool.foundOrganisation) {
    throw notAuthorized('SignUp is not permitted for this user pool');
  }
  const { email, name, organisation } = readRequest(input.Username, input.UserAttributes);
  demandStrongPassword(input.Password);
  pool.signUpMails.admit(from, email);
  pool.signUpMails.count(from, email);
  const password = input.Password;
  const UserSub = pool.signUps.begin({ username: email, name, password, organisation });
  if (!UserSub) throw new CognitoError('UsernameExistsException', 'User already exists');
  pool.signUpCodes.take(email);
  mailCode(pool, email, issueCode(pool.signUpCodes, email, from));
  return { UserConfirmed: false, UserSub, ...deliveryDetailsOf(email) };
});

/** Everybody gets the same response; a code is mailed if a sign-up is waiting for one. */
export const resendConfirmationCode = clientOperation(
  z.object({ Username: username }),
  (pool, input, from) => {
    const name = asUsername(input.Username);
    pool.signUpMails.admit(from, name);
    pool.signUpMails.count(from, name);
    const code = issueCode(pool.signUpCodes, name, from);
    if (pool.signUps.waiting(name)) mailCode(pool, name, code);
    return deliveryDetailsOf(name);
  },
);

/** The organisation is created before the account is confirmed; until then this is repeated. */
const completeSignUp = async (pool: Pool, name: string): Promise<void> => {
  const person = pool.signUps.waiting(name);
  if (!person || !pool.foundOrganisation) return;
  try {
    pool.signUps.confirm(person, await pool.foundOrganisation(person));
  } catch (error) {
    pool.log.error('An organisation could not be created at sign-up.', { area: 'identity', error });
    throw triggerError('PostConfirmation', 'Your organisation could not be created. Try again.');
  }
};

/** The code is valid until the account is confirmed, so that a failed call can be repeated. */
export const confirmSignUp = clientOperation(
  z.object({ Username: username, ConfirmationCode: text }),
  async (pool, input, from) => {
    const name = asUsername(input.Username);
    withAttemptLimit(pool.failures, from, name, () =>
      checkCode(pool.signUpCodes, { name, code: input.ConfirmationCode, from }),
    );
    const provenCode = pool.signUpCodes.peek(name);
    await completeSignUp(pool, name);
    // The address may have been signed up again meanwhile, with a new code that must stay.
    if (pool.signUpCodes.peek(name) === provenCode) pool.signUpCodes.take(name);
    return {};
  },
);
