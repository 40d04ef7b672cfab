import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { unauthorised } from '#lib/kernel/refusal.ts';
import { isValidKey, looksLikeKey, readKey } from '../api-keys/api-key.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { rolesOf } from '../roles/held.service.ts';
import { userStore } from '../users/user.store.ts';

/** What a token or key proves: whose it is and how long that counts (epoch milliseconds). */
export type Proof = { tenant_id: string; user_id: string; expires_at: number; key_id?: string };

export type TokenVerifier = (
  jwt: string,
) => Promise<{ username: string; tenantId: string; expiresAt: number }>;

export type IdentityDeps = {
  db: Database;
  clock: Clock;
  verifyToken: TokenVerifier;
  /** Keys the hash of API keys. */
  hashKey: string;
};

const never = Number.MAX_SAFE_INTEGER;
const refused = () => unauthorised('Sign in to go on. Your session is missing or has ended.');

const proveByKey = async ({ db, clock, hashKey }: IdentityDeps, text: string): Promise<Proof> => {
  const given = readKey(text);
  const key = given && (await apiKeyStore(db, given.tenant_id).get(given._id));
  if (!given || !key || !isValidKey(hashKey, key, given.secret, clock())) throw refused();
  const expires_at = key.expires_at === undefined ? never : key.expires_at * 1000;
  return { tenant_id: key.tenant_id, user_id: key.user_id, expires_at, key_id: key._id };
};

/**
 * What an `Authorization` header proves: an access token (with or without `Bearer`) or an API key.
 */
export const proveIdentity =
  (deps: IdentityDeps) =>
  async (authorization: string | undefined): Promise<Proof> => {
    const text = (authorization ?? '').replace(/^Bearer /i, '').trim();
    if (text === '') throw refused();
    if (looksLikeKey(text)) return proveByKey(deps, text);
    const { username, tenantId, expiresAt } = await deps.verifyToken(text);
    return { tenant_id: tenantId, user_id: username, expires_at: expiresAt };
  };

/**
 * The caller behind a proof, read anew on every call, so that a withdrawn right or a deleted key
 * counts at once although the proof may be remembered for a minute (aws design, section 2).
 */
export const readCaller =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (proof: Proof): Promise<Caller> => {
    const { tenant_id, user_id, expires_at, key_id } = proof;
    if (expires_at <= clock()) throw refused();
    const key = key_id === undefined ? undefined : await apiKeyStore(db, tenant_id).get(key_id);
    if (key_id !== undefined && !key) throw refused();
    const user = await userStore(db, tenant_id).get(user_id);
    if (!user) throw refused();
    const { name, userType, readOnly } = user;
    const roles = await rolesOf(db, user);
    const by = key && { key_id: key._id, entity_type: key.entity_type };
    return { tenant_id, user_id, name, userType, readOnly, roles, ...by };
  };

/** Addresses of the ROOT users whom somebody can ask for rights. */
export const readRoots =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (tenantId: string): Promise<string[]> =>
    Object.keys((await organisationStore(db, tenantId).get())?.roots ?? {});
