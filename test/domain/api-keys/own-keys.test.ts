import { newApiKey } from '#lib/domain/api-keys/api-key.schema.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { apiKeyTable } from '#lib/domain/api-keys/api-key.table.ts';
import { readCaller } from '#lib/domain/account/caller.service.ts';
import { decide } from '#lib/domain/account/permission.rules.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { getItem } from '#lib/kernel/database.ts';
import { allRoutes } from '#lib/routes.ts';
import type { Route } from '#lib/kernel/route.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { noon, openScene, refusalFrom, statusOf } from '../scene.ts';

const world = openTestDatabase();
const day = 24 * 3600_000;
const inDays = (days: number, from = noon) => isoTime(from + days * day);

const open = () => {
  const scene = openScene(world);
  const ada = person(scene.tenant_id, 'ada@example.com');
  const bob = person(scene.tenant_id, 'bob@example.com');
  const make = (name: string, expires_on: string | null = null, caller = ada) =>
    scene.apiKeys.createApiKey(caller, { name, expires_on });
  const list = (query: { expiry_status?: 'active' | 'expired'; page_number?: number } = {}) =>
    scene.apiKeys.listApiKeys(ada, { number_of_items: 10, ...query });
  const names = async (query?: Parameters<typeof list>[0]) =>
    (await list(query)).items.map(({ name }) => name).toSorted();
  return { ...scene, ada, bob, make, list, names };
};

const sentenceOn = (input: object): string | undefined =>
  newApiKey.safeParse({ name: 'CI', expires_on: null, ...input }).error?.issues[0]?.message;

describe('the name of an API key', () => {
  it.each([
    ['CI', undefined],
    ['my apikey', undefined],
    ['api-key', undefined],
    ['apikey', "The name cannot start with 'apikey'."],
    ['ApiKey of mine', "The name cannot start with 'apikey'."],
    ['  APIKEY1', "The name cannot start with 'apikey'."],
    ['   ', 'Enter a name.'],
  ])('as %j has the fault: %s', (name, sentence) => {
    expect(sentenceOn({ name })).toBe(sentence);
  });

  it('must differ from other key names of the same person only', async () => {
    const { bob, make } = open();
    await make('Deploy');
    const refusal = await refusalFrom(make('dePLOY'));
    expect(refusal).toMatchObject({ status: 409, extra: { field: 'name' } });
    expect(await statusOf(make('Deploy', null, bob))).toBe(200);
  });

  it('is given to only one of several simultaneous requests', async () => {
    const { bob, make, names } = open();
    const outcomes = await Promise.allSettled([
      make('Deploy'),
      make('DEPLOY'),
      make('deploy'),
      make('Deploy', null, bob),
    ]);
    const created = outcomes.map(({ status }) => status === 'fulfilled');
    expect(created.slice(0, 3).filter(Boolean)).toHaveLength(1);
    expect(created[3]).toBe(true);
    expect(await names()).toHaveLength(1);
  });
});

describe('the expiry of an API key', () => {
  it.each([
    [0.5, 400],
    [1, 200],
    [30, 200],
    [365, 200],
    [366, 400],
    [-1, 400],
  ])('in %d days returns the status %d', async (days, status) => {
    const { make } = open();
    expect(await statusOf(make('CI', inDays(days)))).toBe(status);
  });

  it('is optional', async () => {
    const { make } = open();
    expect(await make('CI')).toMatchObject({ name: 'CI', expires_on: null });
  });

  it('is not later than the expiry of the key that created it', async () => {
    const { ada, apiKeys, make } = open();
    const maker = await make('Ten days', inDays(10));
    const caller = { ...ada, key_id: maker._id };
    const childFor = (expires_on: string | null) =>
      statusOf(apiKeys.createApiKey(caller, { name: 'Child', expires_on }));
    expect(await childFor(null)).toBe(400);
    expect(await childFor(inDays(11))).toBe(400);
    expect(await childFor(inDays(9))).toBe(200);
    const lasting = { ...ada, key_id: (await make('For ever'))._id };
    const creation = apiKeys.createApiKey(lasting, { name: 'Lasting', expires_on: null });
    expect(await statusOf(creation)).toBe(200);
  });
});

describe('the list of API keys', () => {
  it('contains only keys of the caller, without secrets, ten per page', async () => {
    const { bob, make, list, names } = open();
    for (let number = 1; number <= 12; number += 1) await make(`Key ${number}`);
    const { api_key_secret } = await make('Of somebody else', null, bob);
    const [first, second] = [await list(), await list({ page_number: 2 })];
    expect([first.items.length, second.items.length]).toEqual([10, 2]);
    expect([first.next === undefined, second.next]).toEqual([false, undefined]);
    expect(await names()).not.toContain('Of somebody else');
    const fields = ['_id', 'api_key_id', 'created_at', 'expires_on', 'name'];
    for (const one of first.items) expect(Object.keys(one).toSorted()).toEqual(fields);
    expect(JSON.stringify([first, second])).not.toContain(api_key_secret.split('_')[3]);
  });

  it('shows the newest key first on every page', async () => {
    const { time, make, list } = open();
    const keyNames = Array.from({ length: 12 }, (_, n) => `Key ${n}`);
    for (const name of keyNames) {
      time.now += 1000;
      await make(name);
    }
    const pages = [await list(), await list({ page_number: 2 })];
    const names = pages.flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).toEqual(keyNames.toReversed());
  });

  it('separates expired keys from active keys to the second', async () => {
    const { time, make, names } = open();
    await make('A day', inDays(1));
    await make('A month', inDays(30));
    await make('For ever');
    time.now = noon + day - 1;
    expect(await names({ expiry_status: 'expired' })).toEqual([]);
    time.now = noon + day;
    expect(await names({ expiry_status: 'expired' })).toEqual(['A day']);
    expect(await names({ expiry_status: 'active' })).toEqual(['A month', 'For ever']);
    expect(await names()).toEqual(['A day', 'A month', 'For ever']);
  });

  it('keeps an expired key for 90 days', async () => {
    const { tenant_id, make } = open();
    const { _id } = await make('A day', inDays(1));
    const item = await getItem(world.db, apiKeyTable, { tenant_id, _id });
    expect(item?.gone_at).toBe((noon + 91 * day) / 1000);
  });

  it('contains at most 50 keys', async () => {
    const { make, apiKeys, ada, list } = open();
    for (let number = 1; number <= 50; number += 1) await make(`Key ${number}`);
    const refusal = await refusalFrom(make('One more'));
    expect(refusal?.status).toBe(409);
    expect(refusal?.message).toBe(
      'You have 50 API keys, which is the maximum. Delete those that you do not use.',
    );
    const [one] = (await list()).items;
    await apiKeys.deleteApiKey(ada, { api_key_id: one?._id ?? '' });
    expect(await statusOf(make('One more'))).toBe(200);
  });

  it('contains at most 50 keys, even after simultaneous requests', async () => {
    const { ada, bob, db, tenant_id, make } = open();
    for (let number = 1; number <= 48; number += 1) await make(`Key ${number}`);
    for (let number = 1; number <= 3; number += 1) await make(`Key ${number}`, null, bob);
    await Promise.allSettled([49, 50, 51, 52, 53].map((number) => make(`Key ${number}`)));
    await statusOf(make('One after the others'));
    await statusOf(make('And another'));
    let keyCount = 0;
    for await (const _ of apiKeyStore(db, tenant_id).ownedBy(ada.user_id)) keyCount += 1;
    expect(keyCount).toBe(50);
  });
});

describe('deleting an API key', () => {
  it('is allowed for its owner only; other callers get 404', async () => {
    const { ada, bob, apiKeys, make, names } = open();
    const { _id } = await make('Mine');
    const eve = person(openScene(world).tenant_id, 'ada@example.com');
    const deletionStatus = (caller: typeof ada) =>
      statusOf(apiKeys.deleteApiKey(caller, { api_key_id: _id }));
    expect([await deletionStatus(bob), await deletionStatus(eve)]).toEqual([404, 404]);
    expect(await names()).toEqual(['Mine']);
    expect([await deletionStatus(ada), await deletionStatus(ada)]).toEqual([200, 404]);
    expect(await names()).toEqual([]);
  });
});

describe('the rights of an API key', () => {
  it('are the current rights of its owner', async () => {
    const { db, clock, tenant_id, make, ada, users, root } = open();
    const at = isoTime(noon);
    const userFields = { name: 'Ada', roles: [], settings: {}, created_at: at, updated_at: at };
    const rights = { userType: 'ROOT', readOnly: false } as const;
    await userStore(db, tenant_id).create({ _id: ada.user_id, ...rights, ...userFields });
    const { _id: key_id } = await make('CI');
    const proof = { tenant_id, user_id: ada.user_id, key_id, expires_at: noon + day };
    const call = () => readCaller({ db, clock })(proof);
    expect(await call()).toMatchObject({ userType: 'ROOT', readOnly: false });
    const before = await userStore(db, tenant_id).get(ada.user_id);
    if (!before) throw new Error('Ada is gone.');
    await userStore(db, tenant_id).change(before, { userType: 'SP_USER', readOnly: true });
    const portal = { userType: 'SP_USER', readOnly: true, roles: [{ name: 'Portal-User' }] };
    expect(await call()).toMatchObject(portal);
    await users.deleteUser(root, { user_id: ada.user_id });
    expect((await refusalFrom(call()))?.status).toBe(401);
    expect(await apiKeyStore(db, tenant_id).get(key_id)).toBeUndefined();
  });

  it('allow only the enrolment if it is the key of an agent', () => {
    const { root } = openScene(world);
    const routes = Object.values(allRoutes).flatMap((area) => Object.entries<Route>(area));
    const agent = { ...root, entity_type: 'agent' as const };
    const allowed = routes.filter(([, route]) => decide(agent, route).allowed);
    expect(allowed.map(([name]) => name)).toEqual(['enrolAgent']);
  });
});
