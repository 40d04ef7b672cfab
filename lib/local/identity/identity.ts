import type { DatabaseSync } from 'node:sqlite';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { IdentityEvent } from '#lib/domain/account/identity-event.rules.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import type { HoldSignIn } from '#lib/domain/users/sign-out.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { openAccounts } from './accounts.ts';
import { openAdmin } from './admin.ts';
import { openOneTime } from './one-time.ts';
import type { Answer } from './operations.ts';
import { answer } from './operations.ts';
import type { FoundOrganisation, Pool } from './pool.ts';
import { openSessions } from './sessions.ts';
import { openSignUps, signUpLifetime } from './sign-ups.ts';
import { openSigningKey } from './signing-key.ts';
import { openSoftwareTokens } from './software-tokens.ts';
import { openThrottle } from './throttle.ts';
import { tokenMint } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Nobody gets a flood of mails. A code that was mailed counts on: its owner is not locked out. */
const mailsWithCode = { limit: 10, window: HOUR, cleanPasses: true, accountLimit: 20 } as const;

export type IdentitySettings = {
  /** Holds the pool's key, accounts and sessions in tables of its own (`identity_…`). */
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /** The address that the pool's keys are published below; every token names it. */
  issuer: string;
  /** `local_` and a name, which is part of every password verifier and so never changes. */
  poolId: string;
  clientId: string;
  mail: Pool['mail'];
  /** 32 bytes; seals what lies in the database and would let its reader sign in as others. */
  sealingKey: Uint8Array;
  /** Nobody signs in without an authenticator app: who has none sets one up first. */
  demandsSecondFactor?: boolean;
  /** Lets people sign up; without it they come by invitation only. */
  foundOrganisation?: FoundOrganisation;
  /** Takes up what people do here; it never throws. */
  onEvent?: (event: IdentityEvent) => Promise<void>;
  /** Waits until a sign-in of somebody counts. */
  hold?: HoldSignIn;
};

export type LocalIdentity = {
  /** One call of the pool: the `X-Amz-Target` header, the parsed body, the caller's address. */
  handle(target: string, body: unknown, from: string): Promise<Answer>;
  /** The public keys, to be served at `<issuer>/.well-known/jwks.json`. */
  jwks(): Jwks;
  admin: Identity;
};

/**
 * The embedded user pool: speaks Cognito's protocol, so that Amplify signs people in through its
 * `userPoolEndpoint` alone. Codes and unfinished sign-ins live in memory; all else survives a
 * restart.
 */
export const openIdentity = (settings: IdentitySettings): LocalIdentity => {
  const { database, clock, log, issuer, clientId, mail, sealingKey } = settings;
  const [, name = ''] = settings.poolId.split('_');
  const key = openSigningKey(database, sealingKey);
  const accounts = openAccounts(database, name, key.decoySecret);
  const pool: Pool = {
    name,
    clientId,
    clock,
    log,
    tell: async (kind, username, { from: address, ...signIn }) => {
      const { tenant_id } = accounts.find(username) ?? {};
      if (tenant_id === undefined) return;
      await settings.onEvent?.({ kind, tenant_id, user_id: username, address, ...signIn });
    },
    hold: async ({ tenant_id, username: user_id }) => settings.hold?.({ tenant_id, user_id }),
    mail,
    accounts,
    signUps: openSignUps(database, accounts, clock),
    foundOrganisation: settings.foundOrganisation,
    softwareTokens: openSoftwareTokens(database, sealingKey),
    demandsSecondFactor: settings.demandsSecondFactor ?? false,
    sessions: openSessions(database, clock),
    mint: tokenMint({ key, issuer, clientId, clock }),
    verify: tokenVerifier({ issuer, clientId, jwks: key.jwks(), clock }),
    proofs: openOneTime(3 * MINUTE, clock),
    newPasswords: openOneTime(15 * MINUTE, clock),
    owedCodes: openOneTime(3 * MINUTE, clock),
    owedApps: openOneTime(15 * MINUTE, clock),
    newSecrets: openOneTime(15 * MINUTE, clock),
    resetCodes: openOneTime(HOUR, clock),
    signUpCodes: openOneTime(signUpLifetime, clock),
    failures: openThrottle({ limit: 10, window: MINUTE, cleanPasses: true }, clock),
    codeFailures: openThrottle({ limit: 20, window: HOUR }, clock),
    resetMails: openThrottle(mailsWithCode, clock),
    signUpMails: openThrottle(mailsWithCode, clock),
  };
  return {
    handle: (target, body, from) => answer(pool, target, body, from),
    jwks: () => key.jwks(),
    admin: openAdmin(pool),
  };
};
