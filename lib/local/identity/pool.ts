import type { IdentityEventKind } from '#lib/domain/account/identity-event.rules.ts';
import type { TokenVerifier } from '#lib/domain/account/token.rules.ts';
import type { SignedUp } from '#lib/domain/onboarding/sign-up.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Account, Accounts } from './accounts.ts';
import type { MailedCode } from './mailed-code.ts';
import type { OneTime } from './one-time.ts';
import type { OwedApp } from './owed-app.ts';
import type { OwedCode } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { SignUps } from './sign-ups.ts';
import type { SoftwareTokens } from './software-tokens.ts';
import type { Throttle } from './throttle.ts';
import type { TokenMint } from './tokens.ts';

/** The verifier tells whether the password that was given still counts. */
export type OwedPassword = Pick<Account, 'username' | 'verifier'>;

/** A sign-in that waits for its proof, by secret block. */
export type Proof = { username: string; A: bigint; b: bigint; B: bigint };

/**
 * Makes the organisation of a sign-up and answers its id. It is asked again where it, or the
 * process, ended in between: the same person then gets the same organisation.
 */
export type FoundOrganisation = (person: SignedUp) => Promise<string>;

/** Tells what somebody did, or tried; of addresses that are no account's nothing is told. */
export type Tell = (
  kind: IdentityEventKind,
  username: string,
  by: { from: string; session?: string; signed_in_at?: number },
) => Promise<void>;

/** What the operations of the user pool work with. */
export type Pool = {
  name: string;
  clientId: string;
  clock: Clock;
  log: Log;
  tell: Tell;
  /** Waits until a sign-in counts; throws where sign-ins are ended meanwhile. */
  hold(account: Account): Promise<void>;
  mail(to: string, subject: string, text: string): Promise<void>;
  accounts: Accounts;
  signUps: SignUps;
  /** Absent where people come by invitation only. */
  foundOrganisation: FoundOrganisation | undefined;
  softwareTokens: SoftwareTokens;
  /** Nobody signs in without an authenticator app. */
  demandsSecondFactor: boolean;
  sessions: Sessions;
  mint: TokenMint;
  verify: TokenVerifier;
  proofs: OneTime<Proof>;
  /** Sign-ins that owe a new password, by session. */
  newPasswords: OneTime<OwedPassword>;
  /** Sign-ins that owe the code of an app, by session. */
  owedCodes: OneTime<OwedCode>;
  /** Sign-ins that owe the set-up of an app, by session. */
  owedApps: OneTime<OwedApp>;
  /** Secrets that were offered to an app, by username, or by the session of a sign-in. */
  newSecrets: OneTime<Uint8Array>;
  resetCodes: OneTime<MailedCode>;
  signUpCodes: OneTime<MailedCode>;
  /** Wrong passwords, proofs and codes. */
  failures: Throttle;
  /** Wrong codes of apps, of an account alone: six digits stand no more guesses. */
  codeFailures: Throttle;
  /** Mails with a code for a new password. */
  resetMails: Throttle;
  /**
   * Mails with a code for a sign-up, also asked for where none is sent, as to an address that is
   * confirmed: they use up none of the above, which whoever forgot a password needs.
   */
  signUpMails: Throttle;
};
