import type { IdentityEventKind } from '#lib/domain/account/identity-event.rules.ts';
import type { TokenVerifier } from '#lib/domain/account/token.rules.ts';
import type { SignedUp } from '#lib/domain/onboarding/sign-up.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Account, Accounts } from './accounts.ts';
import type { MailedCode } from './mailed-code.ts';
import type { OneTime } from './one-time.ts';
import type { PendingAppSetup } from './app-setup.ts';
import type { PendingAppCode } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { SignUps } from './sign-ups.ts';
import type { SoftwareTokens } from './software-tokens.ts';
import type { Throttle } from './throttle.ts';
import type { TokenMint } from './tokens.ts';

/** The verifier shows whether the given password is still the same. */
export type PendingNewPassword = Pick<Account, 'username' | 'verifier'>;

/** A sign-in that waits for its proof; stored by secret block. */
export type PendingProof = { username: string; A: bigint; b: bigint; B: bigint };

/**
 * Creates the organisation of a sign-up and returns its id. It is called again if it or the process
 * was interrupted; the same user then gets the same organisation.
 */
export type CreateOrganisation = (person: SignedUp) => Promise<string>;

/** Reports what a user did or tried; nothing is reported for addresses without an account. */
export type ReportIdentityEvent = (
  kind: IdentityEventKind,
  username: string,
  by: { from: string; session?: string; signed_in_at?: number },
) => Promise<void>;

/** The state that the operations of the user pool share. */
export type Pool = {
  name: string;
  clientId: string;
  clock: Clock;
  log: Log;
  reportEvent: ReportIdentityEvent;
  /** Waits until a sign-in counts; throws if sign-ins are ended meanwhile. */
  hold(account: Account): Promise<void>;
  mail(to: string, subject: string, text: string): Promise<void>;
  accounts: Accounts;
  signUps: SignUps;
  /** Absent if users come by invitation only. */
  foundOrganisation: CreateOrganisation | undefined;
  softwareTokens: SoftwareTokens;
  /** Whether every sign-in requires an authenticator app. */
  demandsSecondFactor: boolean;
  sessions: Sessions;
  mint: TokenMint;
  verify: TokenVerifier;
  proofs: OneTime<PendingProof>;
  /** Sign-ins that must choose a new password, by session. */
  newPasswords: OneTime<PendingNewPassword>;
  /** Sign-ins that must give the code of an app, by session. */
  pendingCodes: OneTime<PendingAppCode>;
  /** Sign-ins that must set up an app, by session. */
  pendingApps: OneTime<PendingAppSetup>;
  /** Secrets offered to an app, by username, or by the session of a sign-in. */
  newSecrets: OneTime<Uint8Array>;
  resetCodes: OneTime<MailedCode>;
  signUpCodes: OneTime<MailedCode>;
  /** Counts wrong passwords, proofs and codes. */
  failures: Throttle;
  /** Counts wrong app codes per account alone, since six digits allow few guesses. */
  codeFailures: Throttle;
  /** Counts mails with a code for a new password. */
  resetMails: Throttle;
  /**
   * Counts mails with a sign-up code, including requests for which none is sent because the address
   * is confirmed. They are counted apart from the above, which users who forgot a password need.
   */
  signUpMails: Throttle;
};
