import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { Refusal, unauthorised } from '#lib/kernel/refusal.ts';
import { type SignIn, signInOf } from '#lib/kernel/sign-in.ts';
import { isExpired, isRightSecret, looksLikeKey, readKey } from '../api-keys/api-key.rules.ts';
import type { ApiKey } from '../api-keys/api-key.schema.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { rolesOf } from '../roles/held.service.ts';
import type { User } from '../users/user.schema.ts';
import { isOver } from '../users/session.rules.ts';
import { userStore } from '../users/user.store.ts';
import { attempt, type Guess } from './attempt.service.ts';
import { type TokenVerifier, UntimelyToken } from './token.rules.ts';

/** What a token or key proves: whose it is and how long that counts (epoch milliseconds). */
export type Proof = {
  tenant_id: string;
  user_id: string;
  expires_at: number;
  key_id?: string;
  /** Of a token: which account it was given to. */
  sub?: string;
} & Pick<SignIn, 'session' | 'signed_in_at'>;

export type IdentityDeps = {
  db: Database;
  clock: Clock;
  verifyToken: TokenVerifier;
  /** Keys the hash of API keys. */
  hashKey: ReadKey;
  /** Hears who could not prove who they are: of nobody's calls the audit trail has no record. */
  log?: Pick<Log, 'warn'>;
};

const never = Number.MAX_SAFE_INTEGER;
const refused = () => unauthorised('Sign in to go on. Your session is missing or has ended.');

const guessKey = async ({ db, hashKey }: IdentityDeps, text: string): Promise<Guess<ApiKey>> => {
  const given = readKey(text);
  const key = given && (await apiKeyStore(db, given.tenant_id).get(given._id));
  if (!given || !key) return { wrong: {} };
  if (!isRightSecret(await hashKey(), key, given.secret)) return { wrong: { keyId: key._id } };
  return { right: key };
};

/** Who holds the secret of an expired key is refused, but guesses nothing. */
const proveByKey = async (deps: IdentityDeps, text: string, address: string): Promise<Proof> => {
  const key = await attempt(deps)(address, () => guessKey(deps, text));
  if (!key) throw refused();
  if (isExpired(key, deps.clock())) throw new UntimelyToken();
  const expires_at = key.expires_at === undefined ? never : key.expires_at * 1000;
  return { tenant_id: key.tenant_id, user_id: key.user_id, expires_at, key_id: key._id };
};

/**
 * A right token passes whatever else comes from its address: a signature cannot be guessed, and the
 * people behind one address shall not suffer from a script there. One that was right until it
 * expired guesses nothing either: a page that was left open does not shut out their API keys.
 */
const proveByToken = async (deps: IdentityDeps, text: string, address: string): Promise<Proof> => {
  try {
    const { sub, username, tenantId, expiresAt, ...token } = await deps.verifyToken(text);
    const began = signInOf({ session: token.session, signed_in_at: token.signedInAt });
    return { tenant_id: tenantId, user_id: username, expires_at: expiresAt, sub, ...began };
  } catch (error) {
    const guesses = error instanceof Refusal && !(error instanceof UntimelyToken);
    if (guesses) await attempt(deps)(address, async () => ({ wrong: {} }));
    throw error;
  }
};

const kindOf = (text: string): string => (looksLikeKey(text) ? 'An API key' : 'An access token');

/**
 * What an `Authorization` header proves: an access token (with or without `Bearer`) or an API key.
 * `address` is the IP address of who calls: its failures are limited (`attempt`). Throws 401, or
 * 429 with Retry-After.
 */
export const proveIdentity =
  (deps: IdentityDeps) =>
  async (authorization: string | undefined, address: string): Promise<Proof> => {
    const text = (authorization ?? '').replace(/^Bearer /i, '').trim();
    if (text === '') throw refused();
    const prove = looksLikeKey(text) ? proveByKey : proveByToken;
    try {
      return await prove(deps, text, address);
    } catch (error) {
      // What has expired, or comes after too many failures (429), may come without end.
      const isOnTime = error instanceof Refusal && !(error instanceof UntimelyToken);
      if (isOnTime && error.status === 401) {
        deps.log?.warn(`${kindOf(text)} was refused.`, { area: 'account', address });
      }
      throw error;
    }
  };

/** Whether a token was given to an account that had the address before. */
const isOfAnother = (proof: Proof, user: User): boolean =>
  proof.sub !== undefined && user.sub !== undefined && proof.sub !== user.sub;

/**
 * The caller behind a proof, read anew on every call, so that a withdrawn right or a deleted key
 * counts at once although the proof may be remembered for a minute.
 */
export const readCaller =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (proof: Proof): Promise<Caller> => {
    const { tenant_id, user_id, expires_at, key_id } = proof;
    if (expires_at <= clock()) throw refused();
    const key = key_id === undefined ? undefined : await apiKeyStore(db, tenant_id).get(key_id);
    if (key_id !== undefined && (!key || isExpired(key, clock()))) throw refused();
    const user = await userStore(db, tenant_id).get(user_id);
    if (!user || isOfAnother(proof, user)) throw refused();
    if (!key && isOver(proof, user)) throw refused();
    const { name, userType, readOnly } = user;
    const roles = await rolesOf(db, user);
    const by = key
      ? { key_id: key._id, entity_type: key.entity_type }
      : proof.sub !== undefined && signInOf({ ...proof, token_ends: expires_at });
    return { tenant_id, user_id, name, userType, readOnly, roles, ...by };
  };

/** Addresses of the ROOT users whom somebody can ask for rights. */
export const readRoots =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (tenantId: string): Promise<string[]> =>
    Object.keys((await organisationStore(db, tenantId).get())?.roots ?? {});
