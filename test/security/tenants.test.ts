import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { listenerStore } from '#lib/domain/listeners/listener.store.ts';
import { roleStore } from '#lib/domain/roles/role.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { signatureAuth } from '../domain/listeners/sender.ts';

const world = openTestDatabase();

/** What the comparison looks at: names in the store, and in a map used as its model. */
type Named = { name: string };

type Store = {
  get(id: string): Promise<Named | undefined>;
  create(id: string, name: string): Promise<boolean>;
  change(id: string, name: string): Promise<boolean>;
  delete(id: string): Promise<boolean>;
  list(): Promise<Named[]>;
};

const at = '2026-09-01T12:00:00.000Z';
const times = { created_at: at, updated_at: at };
const largePage = { number_of_items: 100 };

/** Changes an existing item, as a caller does who has just read it. */
const changeExisting =
  <T>(get: (id: string) => Promise<T | undefined>, change: (one: T) => Promise<boolean>) =>
  async (id: string): Promise<boolean> => {
    const one = await get(id);
    return one === undefined ? false : change(one);
  };

const usersOf = (db: Database, tenantId: string): Store => {
  const store = userStore(db, tenantId);
  const rights = { userType: 'SUBUSER' as const, readOnly: false, roles: [], revision: 1 };
  return {
    get: store.get,
    create: (_id, name) => store.create({ _id, name, ...rights, settings: {}, ...times }),
    change: (id, name) => changeExisting(store.get, (one) => store.change(one, { name }))(id),
    delete: store.delete,
    list: async () => (await store.page(largePage, {})).items,
  };
};

const rolesOf = (db: Database, tenantId: string): Store => {
  const store = roleStore(db, tenantId);
  const fields = { description: '', policies: { ALLOW: {}, DENY: {} }, root_user_id: 'root' };
  return {
    get: store.get,
    create: (_id, name) => store.create({ _id, name, ...fields, revision: 1, ...times }),
    change: (id, name) => changeExisting(store.get, (one) => store.change(one, { name }))(id),
    delete: store.delete,
    list: async () => (await store.page(largePage)).items,
  };
};

const listenersOf = (db: Database, tenantId: string): Store => {
  const store = listenerStore(db, tenantId);
  const fields = {
    description: 'Ours',
    auth_configs: signatureAuth,
    listenerType: 'webhook' as const,
    sealed_secret: 'sealed',
    created_by: 'root',
    learned_fields: [],
    learned_paths: [],
  };
  return {
    get: store.get,
    create: (_id, name) => store.create({ _id, name, ...fields, ...times } as never),
    change: (id, name) => store.change(id, { name }),
    delete: store.delete,
    list: async () => (await store.page(largePage, {})).items,
  };
};

const keysOf = (db: Database, tenantId: string): Store => {
  const store = apiKeyStore(db, tenantId);
  const fields = { user_id: 'ada@example.com', secret_hash: 'hash', created_at: at };
  const all = { scope: [], accept: () => true };
  return {
    get: store.get,
    create: (_id, name) => store.create({ _id, name, ...fields }),
    // A key is never changed: another takes its place.
    change: async (_id, name) =>
      (await store.delete(_id)) && store.create({ _id, name, ...fields }),
    delete: store.delete,
    list: async () => (await store.page(fields.user_id, largePage, all)).items,
  };
};

/** Pseudo-random numbers from 0 to below `below`, the same in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Compares an organisation with a model of it: every operation must end alike in both. */
const compareWithModel = (store: Store, tenant: number, lot: (below: number) => number) => {
  const model = new Map<string, string>();
  const wrong: unknown[] = [];
  const compare = (did: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push({ step, did, found, expected });
  };
  let step = 0;
  const name = () => `Organisation ${tenant} at ${step}`;
  // A few ids, valid for every kind, which the other organisations use as well.
  const id = () => `role_${lot(6)}@example.com`;

  const operations: (() => Promise<void>)[] = [
    async () => {
      const [one, newName] = [id(), name()];
      compare('create', await store.create(one, newName), !model.has(one));
      if (!model.has(one)) model.set(one, newName);
    },
    async () => {
      const [one, newName] = [id(), name()];
      compare('change', await store.change(one, newName), model.has(one));
      if (model.has(one)) model.set(one, newName);
    },
    async () => {
      const one = id();
      compare('delete', await store.delete(one), model.delete(one));
    },
    async () => {
      const one = id();
      compare('get', (await store.get(one))?.name, model.get(one));
    },
    async () => {
      const names = (await store.list()).map((one) => one.name).sort();
      compare('list', names, [...model.values()].sort());
    },
  ];
  const act = async () => {
    step += 1;
    await operations[lot(operations.length)]?.();
  };
  return { act, wrong };
};

const kinds = { users: usersOf, roles: rolesOf, listeners: listenersOf, 'API keys': keysOf };

describe('three organisations with 2,500 concurrent operations', () => {
  it.each(Object.entries(kinds))(
    'see only their own %s, even when all of them use equal ids',
    async (_, of) => {
      const tenants = [newTenant(), newTenant(), newTenant()].map((tenantId, at) =>
        compareWithModel(of(world.db, tenantId), at, createRandom(at + 1)),
      );
      await Promise.all(
        tenants.map(async ({ act }) => {
          for (let step = 0; step < 834; step += 1) await act();
        }),
      );
      expect(tenants.flatMap(({ wrong }) => wrong)).toEqual([]);
    },
  );
});
