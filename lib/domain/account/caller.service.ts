import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { Refusal, signInRequired, UntimelyToken } from '#lib/kernel/refusal.ts';
import { type SignIn, signInOf } from '#lib/kernel/sign-in.ts';
import { isExpired, isRightSecret, looksLikeKey, parseKey } from '../api-keys/api-key.rules.ts';
import type { ApiKey } from '../api-keys/api-key.schema.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { rolesOf } from '../roles/held-roles.service.ts';
import type { User } from '../users/user.schema.ts';
import { isSignInOver } from '../users/session.rules.ts';
import { userStore } from '../users/user.store.ts';
import { type AttemptResult, evaluateAttempt } from './attempt.service.ts';
import type { TokenVerifier } from './token.rules.ts';

/** What a token or key proves: the user, and until when the proof is valid (epoch milliseconds). */
export type Proof = {
  tenant_id: string;
  user_id: string;
  expires_at: number;
  key_id?: string;
  /** For a token: the account that it was issued to. */
  sub?: string;
} & Pick<SignIn, 'session' | 'signed_in_at'>;

export type IdentityDeps = {
  db: Database;
  clock: Clock;
  verifyToken: TokenVerifier;
  /** The secret for the keyed hash of API keys. */
  hashKey: ReadKey;
  /** Logs failed authentication: without an identified caller there is no audit record. */
  log?: Pick<Log, 'warn'>;
};

const neverExpires = Number.MAX_SAFE_INTEGER;

const verifyKey = async (
  { db, hashKey }: IdentityDeps,
  text: string,
): Promise<AttemptResult<ApiKey>> => {
  const parsedKey = parseKey(text);
  const key = parsedKey && (await apiKeyStore(db, parsedKey.tenant_id).get(parsedKey._id));
  if (!parsedKey || !key) return { wrong: {} };
  if (!isRightSecret(await hashKey(), key, parsedKey.secret)) return { wrong: { keyId: key._id } };
  return { right: key };
};

/** An expired key is rejected with 401, but its right secret does not count as a failed try. */
const proveByKey = async (deps: IdentityDeps, text: string, address: string): Promise<Proof> => {
  const key = await evaluateAttempt(deps)(address, () => verifyKey(deps, text));
  if (!key) throw signInRequired();
  if (isExpired(key, deps.clock())) throw new UntimelyToken();
  const expires_at = key.expires_at === undefined ? neverExpires : key.expires_at * 1000;
  return { tenant_id: key.tenant_id, user_id: key.user_id, expires_at, key_id: key._id };
};

/**
 * A valid token is always accepted, even from an address whose attempts are limited: a signature
 * cannot be guessed, and one script must not lock out everybody behind the same address. An expired
 * but genuine token is not counted as a failure either: a page left open must not lock out API keys
 * from its address.
 */
const proveByToken = async (deps: IdentityDeps, text: string, address: string): Promise<Proof> => {
  try {
    const { sub, username, tenantId, expiresAt, ...token } = await deps.verifyToken(text);
    const began = signInOf({ session: token.session, signed_in_at: token.signedInAt });
    return { tenant_id: tenantId, user_id: username, expires_at: expiresAt, sub, ...began };
  } catch (error) {
    const guesses = error instanceof Refusal && !(error instanceof UntimelyToken);
    if (guesses) await evaluateAttempt(deps)(address, async () => ({ wrong: {} }));
    throw error;
  }
};

const kindOf = (text: string): string => (looksLikeKey(text) ? 'An API key' : 'An access token');

/**
 * What an `Authorization` header proves: an access token (with or without `Bearer`) or an API key.
 * `address` is the caller's IP address, whose failures are limited. Throws 401, or 429
 * with Retry-After.
 */
export const proveIdentity =
  (deps: IdentityDeps) =>
  async (authorization: string | undefined, address: string): Promise<Proof> => {
    const text = (authorization ?? '').replace(/^Bearer /i, '').trim();
    if (text === '') throw signInRequired();
    const prove = looksLikeKey(text) ? proveByKey : proveByToken;
    try {
      return await prove(deps, text, address);
    } catch (error) {
      // Expired credentials and tries after too many failures (429) may be endless: not logged.
      const isOnTime = error instanceof Refusal && !(error instanceof UntimelyToken);
      if (isOnTime && error.status === 401) {
        deps.log?.warn(`${kindOf(text)} was refused.`, { area: 'account', address });
      }
      throw error;
    }
  };

/** Whether the token was issued to an account that had the address earlier. */
const isOfEarlierAccount = (proof: Proof, user: User): boolean =>
  proof.sub !== undefined && user.sub !== undefined && proof.sub !== user.sub;

/**
 * The caller behind a proof, read anew on every call, so that a withdrawn right or a deleted key
 * takes effect at once although the proof may be cached for a minute. Throws 401.
 */
export const readCaller =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (proof: Proof): Promise<Caller> => {
    const { tenant_id, user_id, expires_at, key_id } = proof;
    if (expires_at <= clock()) throw signInRequired();
    const key = key_id === undefined ? undefined : await apiKeyStore(db, tenant_id).get(key_id);
    if (key_id !== undefined && (!key || isExpired(key, clock()))) throw signInRequired();
    const user = await userStore(db, tenant_id).get(user_id);
    if (!user || isOfEarlierAccount(proof, user)) throw signInRequired();
    if (!key && isSignInOver(proof, user)) throw signInRequired();
    const { name, userType, readOnly } = user;
    const roles = await rolesOf(db, user);
    const by = key
      ? { key_id: key._id, entity_type: key.entity_type }
      : proof.sub !== undefined && signInOf({ ...proof, token_ends: expires_at });
    return { tenant_id, user_id, name, userType, readOnly, roles, ...by };
  };

/** E-mail addresses of the ROOT users of an organisation, who can grant rights. */
export const readRoots =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (tenantId: string): Promise<string[]> =>
    Object.keys((await organisationStore(db, tenantId).get())?.roots ?? {});
