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
import { answerOperation } from './operations.ts';
import type { CreateOrganisation, Pool } from './pool.ts';
import { openSessions } from './sessions.ts';
import { openSignUps, signUpLifetime } from './sign-ups.ts';
import { openSigningKey } from './signing-key.ts';
import { openSoftwareTokens } from './software-tokens.ts';
import { openThrottle } from './throttle.ts';
import { tokenMint } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits mails. A code already mailed stays valid, so its owner is not locked out. */
const codeMailLimits = { limit: 10, window: HOUR, cleanPasses: true, accountLimit: 20 } as const;

export type IdentitySettings = {
  /** The database, in which the pool keeps its key, accounts and sessions (tables `identity_…`). */
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /** The address below which the pool's keys are published; it is in every token. */
  issuer: string;
  /** `local_` and a name, which is part of every password verifier and so must never change. */
  poolId: string;
  clientId: string;
  mail: Pool['mail'];
  /** 32 bytes; seals data with which a reader of the database could sign in as others. */
  sealingKey: Uint8Array;
  /** Whether an authenticator app is required: users without one set it up when they sign in. */
  demandsSecondFactor?: boolean;
  /** Enables sign-up; without it users come by invitation only. */
  foundOrganisation?: CreateOrganisation;
  /** Receives identity events; it must not throw. */
  onEvent?: (event: IdentityEvent) => Promise<void>;
  /** Waits until a new sign-in counts. */
  hold?: HoldSignIn;
};

export type LocalIdentity = {
  /** One call of the pool: the `X-Amz-Target` header, the parsed body and the caller's address. */
  handle(target: string, body: unknown, from: string): Promise<Answer>;
  /** The public keys, to be served at `<issuer>/.well-known/jwks.json`. */
  jwks(): Jwks;
  admin: Identity;
};

/**
 * The embedded user pool. It speaks Cognito's protocol, so that Amplify needs only its
 * `userPoolEndpoint` to sign users in. Codes and unfinished sign-ins are kept in memory; everything
 * else survives a restart.
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
    reportEvent: async (kind, username, { from: address, ...signIn }) => {
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
    pendingCodes: openOneTime(3 * MINUTE, clock),
    pendingApps: openOneTime(15 * MINUTE, clock),
    newSecrets: openOneTime(15 * MINUTE, clock),
    resetCodes: openOneTime(HOUR, clock),
    signUpCodes: openOneTime(signUpLifetime, clock),
    failures: openThrottle({ limit: 10, window: MINUTE, cleanPasses: true }, clock),
    codeFailures: openThrottle({ limit: 20, window: HOUR }, clock),
    resetMails: openThrottle(codeMailLimits, clock),
    signUpMails: openThrottle(codeMailLimits, clock),
  };
  return {
    handle: (target, body, from) => answerOperation(pool, target, body, from),
    jwks: () => key.jwks(),
    admin: openAdmin(pool),
  };
};
