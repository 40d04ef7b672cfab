import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Account } from './accounts.ts';
import { asUsername } from './accounts.ts';
import { checkPassword } from './attempt.ts';
import { invalidParameter } from './cognito-error.ts';
import { clientOperation, passwordText, text, username } from './operation.ts';
import type { Pool } from './pool.ts';
import { refreshTokens } from './session-operations.ts';
import { asInteger, parsePublicValue, serverPublicValue } from './srp.ts';
import { continueSignIn } from './continue-sign-in.ts';

const challengePasswordProof = (
  pool: Pool,
  { username, salt, verifier }: Account,
  publicValue: string,
) => {
  const A = parsePublicValue(publicValue);
  if (A === undefined) throw invalidParameter('SRP_A is not a valid public value.');
  const b = asInteger(randomBytes(32));
  const B = serverPublicValue(b, verifier);
  const secretBlock = randomBytes(64).toString('base64');
  pool.proofs.put(secretBlock, { username, A, b, B });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: username,
      USER_ID_FOR_SRP: username,
      SALT: salt.toString(16),
      SRP_B: B.toString(16),
      SECRET_BLOCK: secretBlock,
    },
  };
};

const flow = z.discriminatedUnion('AuthFlow', [
  z.object({
    AuthFlow: z.literal('USER_SRP_AUTH'),
    AuthParameters: z.object({ USERNAME: username, SRP_A: text }),
  }),
  z.object({
    AuthFlow: z.literal('USER_PASSWORD_AUTH'),
    AuthParameters: z.object({ USERNAME: username, PASSWORD: passwordText }),
  }),
  z.object({
    AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    AuthParameters: z.object({ REFRESH_TOKEN: text }),
  }),
]);

export const initiateAuth = clientOperation(flow, (pool, { AuthParameters: parameters }, from) => {
  if ('REFRESH_TOKEN' in parameters) return refreshTokens(pool, parameters.REFRESH_TOKEN);
  const account = pool.accounts.findOrDecoy(asUsername(parameters.USERNAME));
  if ('SRP_A' in parameters) return challengePasswordProof(pool, account, parameters.SRP_A);
  const { username: name } = account;
  checkPassword(pool, { from, username: name, failed: 'fail_sign_in' }, () =>
    pool.accounts.isPassword(account, parameters.PASSWORD),
  );
  return continueSignIn(pool, account, from);
});
