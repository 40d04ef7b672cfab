import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { newKey } from './api-key.rules.ts';
import type { apiKeyRoutes } from './api-key.routes.ts';
import type { ApiKey, ApiKeyView } from './api-key.schema.ts';
import { apiKeyStore } from './api-key.store.ts';

export type ApiKeyDeps = { db: Database; clock: Clock; hashKey: string };

const day = 24 * 3600_000;

const view = ({ _id, name, created_at, expires_at }: ApiKey): ApiKeyView => ({
  _id,
  api_key_id: _id,
  name,
  created_at,
  expires_on: expires_at === undefined ? null : isoTime(expires_at * 1000),
});

/** Epoch seconds of an expiry within 1 to 365 days (spec 2 section 5); undefined for never. */
const expiryOf = (expires_on: string | null, now: number): number | undefined => {
  if (expires_on === null) return undefined;
  const at = Date.parse(expires_on);
  // The form counts whole days from its own clock.
  const [earliest, latest] = [now + day - 3600_000, now + 365 * day + 3600_000];
  if (at < earliest || at > latest) {
    throw badRequest('Choose an expiry between 1 and 365 days from now, or none.', {
      field: 'expires_on',
    });
  }
  return Math.floor(at / 1000);
};

const isExpired = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== undefined && expires_at * 1000 <= now;

const refuseTakenName = async (db: Database, { tenant_id, user_id }: Caller, name: string) => {
  for await (const one of apiKeyStore(db, tenant_id).ownedBy(user_id)) {
    if (one.name.toLowerCase() !== name.toLowerCase()) continue;
    throw conflict('You have an API key of this name already.', { field: 'name' });
  }
};

/** Calls of the API keys area, one function a route. */
export const apiKeyService = ({
  db,
  clock,
  hashKey,
}: ApiKeyDeps): Service<typeof apiKeyRoutes> => ({
  async listApiKeys({ tenant_id, user_id }, { expiry_status, ...request }) {
    const { number_of_items, page_number, next } = request;
    const now = clock();
    const page = await apiKeyStore(db, tenant_id).page(
      user_id,
      {
        number_of_items,
        ...(page_number !== undefined && { page_number }),
        ...(next !== undefined && { next }),
      },
      {
        scope: [expiry_status],
        accept: (one) => !expiry_status || isExpired(one, now) === (expiry_status === 'expired'),
      },
    );
    return { ...page, items: page.items.map(view) };
  },

  async createApiKey(caller, { name, expires_on }) {
    const { tenant_id, user_id } = caller;
    const now = clock();
    const expires_at = expiryOf(expires_on, now);
    await refuseTakenName(db, caller, name);
    const { text, _id, secret_hash } = newKey(hashKey, tenant_id);
    const expiry = expires_at === undefined ? {} : { expires_at };
    const made = { _id, name, user_id, secret_hash, created_at: isoTime(now), ...expiry };
    await apiKeyStore(db, tenant_id).create(made);
    return { ...view({ ...made, tenant_id, entity_type: 'user' }), api_key_secret: text };
  },

  async deleteApiKey({ tenant_id, user_id }, { api_key_id }) {
    const store = apiKeyStore(db, tenant_id);
    const found = await store.get(api_key_id);
    if (found?.user_id !== user_id || !(await store.delete(api_key_id))) throw notFound('API key');
    return {};
  },
});
