import { outageOf } from '../write-failure.ts';
import { respondToAuthChallenge } from './answer-challenge.ts';
import { CognitoError } from './cognito-error.ts';
import { initiateAuth } from './initiate-auth.ts';
import type { Operation } from './operation.ts';
import type { Pool } from './pool.ts';
import { changePassword, getUser } from './profile.ts';
import { confirmForgotPassword, forgotPassword } from './recovery.ts';
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from './software-token-operations.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from './session-operations.ts';

const targetPrefix = 'AWSCognitoIdentityProviderService.';

const operations = new Map<string, Operation>([
  ['InitiateAuth', initiateAuth],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['GetTokensFromRefreshToken', getTokensFromRefreshToken],
  ['GetUser', getUser],
  ['ChangePassword', changePassword],
  ['ForgotPassword', forgotPassword],
  ['ConfirmForgotPassword', confirmForgotPassword],
  ['SignUp', signUp],
  ['ConfirmSignUp', confirmSignUp],
  ['ResendConfirmationCode', resendConfirmationCode],
  ['AssociateSoftwareToken', associateSoftwareToken],
  ['VerifySoftwareToken', verifySoftwareToken],
  ['SetUserMFAPreference', setUserMfaPreference],
  ['RevokeToken', revokeToken],
  ['GlobalSignOut', globalSignOut],
]);

export type Answer = { status: number; body: object; headers?: Record<string, string> };

const runOperation = async (
  pool: Pool,
  target: string,
  body: unknown,
  from: string,
): Promise<object> => {
  const handler =
    target.startsWith(targetPrefix) && operations.get(target.slice(targetPrefix.length));
  if (!handler)
    throw new CognitoError('UnknownOperationException', 'This operation is unsupported.');
  return handler(pool, body, from);
};

/** Amplify reads `__type`. */
const errorAnswer = (status: number, __type: string, message: string): Answer => ({
  status,
  body: { __type, message },
});

/**
 * Handles one call. Expected failures, including that nothing can be stored, become Cognito's error
 * responses; anything else is a defect and is thrown.
 */
export const answerOperation = async (
  pool: Pool,
  target: string,
  body: unknown,
  from: string,
): Promise<Answer> => {
  try {
    return { status: 200, body: await runOperation(pool, target, body, from) };
  } catch (error) {
    if (error instanceof CognitoError) return errorAnswer(error.status, error.type, error.message);
    const outage = outageOf(error);
    if (!outage) throw error;
    const { status, message, extra } = outage;
    pool.log.error(message, { area: 'identity', error });
    const answer = errorAnswer(status, 'ServiceUnavailableException', message);
    return { ...answer, headers: extra.headers ?? {} };
  }
};
