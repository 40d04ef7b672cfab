import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import {
  generateKey,
  isExpired,
  problemWithCreatorKey,
  problemWithExpiry,
  viewOfKey,
} from './api-key.rules.ts';
import type { apiKeyRoutes } from './api-key.routes.ts';
import { apiKeyStore } from './api-key.store.ts';

export type ApiKeyDeps = { db: Database; clock: Clock; hashKey: ReadKey };

const refuseExpiry = (problem: string | undefined): void => {
  if (problem !== undefined) throw badRequest(problem, { field: 'expires_on' });
};

/** Epoch seconds; undefined for a key that never expires. Throws 400 for a bad expiry. */
const expiryOf = (expires_on: string | null, now: number): number | undefined => {
  if (expires_on === null) return undefined;
  const at = Date.parse(expires_on);
  refuseExpiry(problemWithExpiry(at, now));
  return Math.floor(at / 1000);
};

const nameTaken = () => conflict('You already have an API key with this name.', { field: 'name' });

const maxKeys = limits.apiKeysPerUser;
/** The limit keeps the list short enough to look through. */
const keyLimit = {
  max: maxKeys,
  full: () =>
    conflict(
      `You have ${maxKeys} API keys, which is the maximum. Delete those that you do not use.`,
    ),
};

/** Calls of the API keys area, one function a route. */
export const apiKeyService = ({
  db,
  clock,
  hashKey,
}: ApiKeyDeps): Service<typeof apiKeyRoutes> => ({
  async listApiKeys({ tenant_id, user_id }, { expiry_status, ...request }) {
    const now = clock();
    const page = await apiKeyStore(db, tenant_id).page(user_id, request, {
      scope: [expiry_status],
      accept: (one) => !expiry_status || isExpired(one, now) === (expiry_status === 'expired'),
    });
    return { ...page, items: page.items.map(viewOfKey) };
  },

  async createApiKey(caller, { name, expires_on }) {
    const { tenant_id, user_id } = caller;
    const now = clock();
    const expires_at = expiryOf(expires_on, now);
    const store = apiKeyStore(db, tenant_id);
    const callerKey = caller.key_id === undefined ? undefined : await store.get(caller.key_id);
    refuseExpiry(problemWithCreatorKey(expires_at, callerKey));
    const { text, _id, secret_hash } = generateKey(await hashKey(), tenant_id);
    const expiry = expires_at === undefined ? {} : { expires_at };
    const newKey = { _id, name, user_id, secret_hash, created_at: isoTime(now), ...expiry };
    await store.underName(user_id)(newKey, { now, taken: nameTaken, room: keyLimit }, () =>
      store.create(newKey),
    );
    return { ...viewOfKey(newKey), api_key_secret: text };
  },

  async deleteApiKey({ tenant_id, user_id }, { api_key_id }) {
    const store = apiKeyStore(db, tenant_id);
    const found = await store.get(api_key_id);
    if (found?.user_id !== user_id || !(await store.delete(api_key_id))) throw notFound('API key');
    return {};
  },
});
