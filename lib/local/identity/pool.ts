import type { TokenVerifier } from '#lib/domain/account/token.rules.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Accounts } from './accounts.ts';
import type { OneTime } from './one-time.ts';
import type { Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';
import type { TokenMint } from './tokens.ts';

/** A sign-in that waits for its proof, by secret block. */
export type Proof = { username: string; A: bigint; b: bigint; B: bigint };

/** A code that was mailed, by username; it dies with the last of its tries. */
export type ResetCode = { code: string; triesLeft: number };

/** What the operations of the user pool work with. */
export type Pool = {
  name: string;
  clientId: string;
  log: Log;
  mail(to: string, subject: string, text: string): Promise<void>;
  accounts: Accounts;
  sessions: Sessions;
  mint: TokenMint;
  verify: TokenVerifier;
  proofs: OneTime<Proof>;
  /** Usernames that owe a new password, by session. */
  newPasswords: OneTime<string>;
  resetCodes: OneTime<ResetCode>;
  /** Wrong passwords, proofs and codes. */
  failures: Throttle;
  /** Mails with a code. */
  resets: Throttle;
};
