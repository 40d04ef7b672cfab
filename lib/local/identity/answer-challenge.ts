import * as z from 'zod';
import { asUsername } from './accounts.ts';
import { checkPassword } from './attempt.ts';
import { sessionEnded } from './cognito-error.ts';
import { clientOperation, passwordText, text, username } from './operation.ts';
import { demandStrongPassword, weakPassword } from './password-policy.ts';
import { appSetupRequest, completeAppSetup } from './app-setup.ts';
import type { Pool } from './pool.ts';
import { appCode, proveAppCode } from './second-factor.ts';
import { claimSignature, isEqualText, sessionKey } from './srp.ts';
import { continueSignIn, grantSession } from './continue-sign-in.ts';

const passwordProof = z.object({
  USERNAME: username,
  PASSWORD_CLAIM_SECRET_BLOCK: text,
  PASSWORD_CLAIM_SIGNATURE: text,
  TIMESTAMP: text,
});
const newPassword = z.object({ USERNAME: username, NEW_PASSWORD: passwordText });

const challenge = z.discriminatedUnion('ChallengeName', [
  z.object({
    ChallengeName: z.literal('PASSWORD_VERIFIER'),
    ChallengeResponses: passwordProof,
  }),
  z.object({
    ChallengeName: z.literal('NEW_PASSWORD_REQUIRED'),
    Session: text,
    ChallengeResponses: newPassword,
  }),
  z.object({
    ChallengeName: z.literal('SOFTWARE_TOKEN_MFA'),
    Session: text,
    ChallengeResponses: appCode,
  }),
  z.object({
    ChallengeName: z.literal('MFA_SETUP'),
    Session: text,
    ChallengeResponses: appSetupRequest,
  }),
]);

/** The proof is used up whatever the result, so that a secret block works only once. */
const isProven = (pool: Pool, name: string, answer: z.output<typeof passwordProof>): boolean => {
  const secretBlock = answer.PASSWORD_CLAIM_SECRET_BLOCK;
  const proof = pool.proofs.take(secretBlock);
  if (!proof || proof.username !== name) return false;
  const { verifier } = pool.accounts.findOrDecoy(name);
  const key = sessionKey({ ...proof, verifier });
  if (!key) return false;
  const expected = claimSignature(key, [
    pool.name,
    name,
    Buffer.from(secretBlock, 'base64'),
    answer.TIMESTAMP,
  ]);
  return isEqualText(answer.PASSWORD_CLAIM_SIGNATURE, expected);
};

const provePassword = (pool: Pool, answer: z.output<typeof passwordProof>, from: string) => {
  const name = asUsername(answer.USERNAME);
  const guesser = { from, username: name, failed: 'fail_sign_in' } as const;
  checkPassword(pool, guesser, () => isProven(pool, name, answer));
  return continueSignIn(pool, pool.accounts.findOrDecoy(name), from);
};

/** A rejected password keeps the session, so that the user can enter another one. */
const choosePassword = (
  pool: Pool,
  answer: z.output<typeof newPassword>,
  session: string,
  from: string,
) => {
  const pending = pool.newPasswords.peek(session);
  const name = asUsername(answer.USERNAME);
  const account = pending?.username === name ? pool.accounts.find(name) : undefined;
  // The sign-in is void if the account was created anew or got another password since.
  if (account?.status !== 'FORCE_CHANGE_PASSWORD' || account.verifier !== pending?.verifier) {
    throw sessionEnded();
  }
  demandStrongPassword(answer.NEW_PASSWORD);
  if (pool.accounts.isPassword(account, answer.NEW_PASSWORD)) {
    throw weakPassword('Choose a password other than the one you were given.');
  }
  pool.newPasswords.take(session);
  pool.accounts.setPassword(account.username, answer.NEW_PASSWORD);
  return continueSignIn(pool, pool.accounts.findOrDecoy(account.username), from);
};

export const respondToAuthChallenge = clientOperation(challenge, (pool, input, from) => {
  switch (input.ChallengeName) {
    case 'PASSWORD_VERIFIER':
      return provePassword(pool, input.ChallengeResponses, from);
    case 'NEW_PASSWORD_REQUIRED':
      return choosePassword(pool, input.ChallengeResponses, input.Session, from);
    case 'MFA_SETUP':
      return grantSession(
        pool,
        completeAppSetup(pool, input.ChallengeResponses, input.Session),
        from,
      );
    default:
      return grantSession(
        pool,
        proveAppCode(pool, input.ChallengeResponses, input.Session, from),
        from,
      );
  }
});
