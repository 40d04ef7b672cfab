import { authConfigs, newListener } from '#lib/domain/listeners/listener.schema.ts';
import { listenerStore } from '#lib/domain/listeners/listener.store.ts';
import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import { getItem, removeMark } from '#lib/kernel/database.ts';
import { secretMask } from '#lib/kernel/text.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { openSender, querySecretAuth, signatureAuth } from './sender.ts';

const world = openTestDatabase();

const form = (name: string, overrides: object = {}) =>
  newListener.parse({ name, description: 'd', auth_configs: signatureAuth, ...overrides });

const create = (scene: Scene, name: string, overrides: object = {}) =>
  scene.listeners.createListener(scene.root, form(name, overrides));

describe('a listener', () => {
  it('is created with an unguessable id, an address and a secret', async () => {
    const scene = openScene(world);
    const source = { webhook_source_integration_type: 'security_hub' };
    const listener = await create(scene, 'Findings', source);
    expect(listener).toMatchObject({
      _id: expect.stringMatching(/^lst_[0-9a-f]{44}$/),
      name: 'Findings',
      listenerType: 'webhook',
      created_by: 'root@example.com',
      created_at: '2026-09-01T12:00:00.000Z',
      webhook_url: `https://hooks.example/integrations/securityhub/webhook/${listener._id}`,
    });
  });

  it('shows its address with the secret once, if the query carries the secret', async () => {
    const scene = openScene(world);
    const listener = await create(scene, 'Findings', { auth_configs: querySecretAuth });
    expect(new URL(listener.webhook_url).searchParams.get('secret')).toBe(listener.secret);
    const view = await scene.listeners.getListener(scene.root, { listener_id: listener._id });
    expect(view.webhook_url).not.toContain('?');
  });

  it('seals the values of additional headers, hides them and keeps them', async () => {
    const scene = openScene(world);
    const auth = (value: string, name = 'x-team') => ({
      auth_configs: authConfigs.parse({
        auth_type: 'signature',
        headers: { additional_headers: [{ name, value }] },
      }),
    });
    const { listener_id, listener, status, signed } = await openSender(scene, auth('hunter2'));
    const call = (value: string) => status(signed('{}', { 'x-team': value }));
    expect(await Promise.all(['hunter2', secretMask, ''].map(call))).toEqual([202, 401, 401]);
    const key = { tenant_id: scene.tenant_id, _id: listener_id };
    const stored = () => getItem(scene.db, listenerTable, key);
    const view = await scene.listeners.getListener(scene.root, { listener_id });
    expect(view.auth_configs).toEqual(auth(secretMask).auth_configs);
    expect(JSON.stringify([listener, view, await stored()])).not.toContain('hunter2');
    const { name: _, ...change } = form('Findings', auth(secretMask));
    await scene.listeners.updateListener(scene.root, { listener_id, ...change });
    expect(await Promise.all(['hunter2', secretMask].map(call))).toEqual([202, 401]);
    await scene.listeners.updateListener(scene.root, { listener_id, ...change, ...auth('other') });
    expect(await Promise.all(['hunter2', 'other'].map(call))).toEqual([401, 202]);
    const renamed = { listener_id, ...change, ...auth(secretMask, 'x-env') };
    const refusal = await refusalFrom(scene.listeners.updateListener(scene.root, renamed));
    expect(refusal?.body()).toEqual({
      error: 'Enter the value of the header x-env.',
      field: 'auth_configs.headers.additional_headers.0.value',
    });
  });

  it('accepts unsealed header values of an older release and seals them when saved', async () => {
    const scene = openScene(world);
    const headers = { additional_headers: [{ name: 'x-team', value: 'hunter2' }] };
    const auth_configs = authConfigs.parse({ auth_type: 'signature', headers });
    const { listener_id, status, signed } = await openSender(scene);
    const store = listenerStore(scene.db, scene.tenant_id);
    await store.change(listener_id, { auth_configs, sealed_header_values: undefined });
    const call = () => status(signed('{}', { 'x-team': 'hunter2' }));
    const view = await scene.listeners.getListener(scene.root, { listener_id });
    expect([JSON.stringify(view).includes('hunter2'), await call()]).toEqual([false, 202]);
    const { name: _, ...change } = form('Findings', { auth_configs: view.auth_configs });
    await scene.listeners.updateListener(scene.root, { listener_id, ...change });
    expect(JSON.stringify(await store.get(listener_id))).not.toContain('hunter2');
    expect(await call()).toBe(202);
  });

  it('has a unique name, whatever its case', async () => {
    const scene = openScene(world);
    await create(scene, 'Findings');
    for (const name of ['Findings', 'FINDINGS', 'findings']) {
      const refusal = await refusalFrom(create(scene, name));
      expect(refusal?.status).toBe(409);
      expect(refusal?.body()).toEqual({
        error: 'A listener with this name already exists.',
        field: 'name',
      });
    }
    expect(await statusOf(create(scene, 'Findings 2'))).toBe(200);
    expect(await statusOf(create(openScene(world), 'Findings'))).toBe(200);
  });

  it('is changed completely, except for its name and secret', async () => {
    const scene = openScene(world);
    const { listener_id, secret, status, signed } = await openSender(scene, {
      payload_validation_fields: ['id'],
      delivery_id_field: 'id',
    });
    const { name: _, ...change } = form('Ignored', { description: 'New' });
    const changed = await scene.listeners.updateListener(scene.root, { listener_id, ...change });
    expect(changed).toMatchObject({ name: 'Findings', description: 'New' });
    expect(changed.payload_validation_fields).toEqual([]);
    expect(changed.delivery_id_field).toBeUndefined();
    scene.time.now += 1000;
    expect(await status(signed('{}', {}, secret))).toBe(202);
  });

  it('refuses a change of an outdated revision', async () => {
    const scene = openScene(world);
    const { listener_id, listener, status, signed } = await openSender(scene);
    const update = (overrides: object, base_revision?: number) => {
      const { name: _, ...change } = form('Ignored', overrides);
      return scene.listeners.updateListener(scene.root, { listener_id, ...change, base_revision });
    };
    const additional_headers = [{ name: 'x-team', value: 'hunter2' }];
    const auth_configs = authConfigs.parse({
      auth_type: 'signature',
      headers: { additional_headers },
    });
    const { auth_configs: storedAuth, revision } = await update(
      { auth_configs },
      listener.revision,
    );
    const conflict = await refusalFrom(update({ description: 'Clearer' }, listener.revision));
    expect([conflict?.status, conflict?.body()]).toEqual([
      409,
      {
        error: 'Somebody changed this listener after you opened it. Open it again, then change it.',
      },
    ]);
    const calls = [signed('{}'), signed('{}', { 'x-team': 'hunter2' })];
    expect(await Promise.all(calls.map((call) => status(call)))).toEqual([401, 202]);
    const secondChange = { auth_configs: storedAuth, description: 'Clearer' };
    expect(await update(secondChange, revision)).toMatchObject(secondChange);
    // As before revisions existed: without one.
    expect(await statusOf(update({ description: 'As a whole' }))).toBe(200);
  });

  it('increments its revision once for each of several simultaneous changes', async () => {
    const scene = openScene(world);
    const { listener_id } = await openSender(scene);
    const { name: _, ...change } = form('Ignored');
    const save = (description: string) =>
      statusOf(scene.listeners.updateListener(scene.root, { ...change, listener_id, description }));
    const statuses = await Promise.all(['One', 'Two', 'Three'].map(save));
    const { revision } = await scene.listeners.getListener(scene.root, { listener_id });
    const successes = statuses.filter((status) => status === 200);
    expect(statuses).toContain(200);
    expect(revision).toBe(1 + successes.length);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  });

  it('accepts one of several simultaneous changes of the same revision', async () => {
    const scene = openScene(world);
    const { listener_id, listener } = await openSender(scene);
    const { name: _, ...change } = form('Ignored');
    const request = { ...change, listener_id, base_revision: listener.revision };
    const save = (description: string) =>
      statusOf(scene.listeners.updateListener(scene.root, { ...request, description }));
    const statuses = await Promise.all(['One', 'Two', 'Three'].map(save));
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it('can be saved after it was called and got a new secret', async () => {
    const scene = openScene(world);
    const { listener_id, listener, status, signed } = await openSender(scene);
    const key = { tenant_id: scene.tenant_id, _id: listener_id };
    // As for a listener from before revisions existed.
    await removeMark(scene.db, listenerTable, key, 'revision');
    expect(await status(signed('{"id":1}'))).toBe(202);
    const rotate = { listener_id, previous_secret: 'ends_in_24_hours' } as const;
    const { secret } = await scene.listeners.rotateListenerSecret(scene.root, rotate);
    await scene.listeners.endPreviousSecret(scene.root, { listener_id });
    const { name: _, ...change } = form('Ignored', { description: 'Clearer' });
    const target = { listener_id, base_revision: listener.revision };
    const saved = await scene.listeners.updateListener(scene.root, { ...change, ...target });
    expect(saved).toMatchObject({ description: 'Clearer', learned_fields: ['id'], revision: 2 });
    scene.time.now += 1000;
    expect(await status(signed('{}', {}, secret))).toBe(202);
  });

  it('does not exist after its deletion', async () => {
    const scene = openScene(world);
    const { listener_id, status, signed } = await openSender(scene);
    expect(await status(signed('{}'))).toBe(202);
    await scene.listeners.deleteListener(scene.root, { listener_id });
    scene.time.now += 1000;
    expect(await status(signed('{}'))).toBe(401);
    const { name: _, ...change } = form('Ignored');
    const calls = [
      scene.listeners.getListener(scene.root, { listener_id }),
      scene.listeners.updateListener(scene.root, { listener_id, ...change }),
      scene.listeners.rotateListenerSecret(scene.root, {
        listener_id,
        previous_secret: 'ends_now',
      }),
      scene.listeners.endPreviousSecret(scene.root, { listener_id }),
      scene.listeners.deleteListener(scene.root, { listener_id }),
      scene.listeners.listListenerEvents(scene.root, { listener_id, number_of_items: 10 }),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await statusOf(create(scene, 'Findings'))).toBe(200);
  });
});

describe('the list of listeners', () => {
  const names = Array.from({ length: 25 }, (_, n) => `${n % 5 === 0 ? 'Prod' : 'Test'}-${n}`);

  const open = async () => {
    const scene = openScene(world);
    for (const [n, name] of names.entries()) {
      const source = n % 2 === 0 ? 'generic' : 'conformity';
      await create(scene, name, { webhook_source_integration_type: source });
    }
    const list = (query: object = {}) =>
      scene.listeners.listListeners(scene.root, { number_of_items: 10, ...query });
    return { scene, list };
  };

  const readPages = async (list: Awaited<ReturnType<typeof open>>['list'], query: object = {}) => {
    const sizes: number[] = [];
    const foundNames: string[] = [];
    let next: string | undefined;
    do {
      const page = await list({ ...query, ...(next !== undefined && { next }) });
      sizes.push(page.items.length);
      foundNames.push(...page.items.map(({ name }) => name));
      next = page.next;
    } while (next !== undefined);
    return { sizes, foundNames };
  };

  it('is paged by cursor, with each listener once', async () => {
    const { list } = await open();
    const { sizes, foundNames } = await readPages(list);
    expect(sizes).toEqual([10, 10, 5]);
    expect([...foundNames].sort()).toEqual([...names].sort());
    expect((await readPages(list, { number_of_items: 25 })).sizes).toEqual([25, 0]);
    expect((await readPages(list, { number_of_items: 1 })).foundNames).toEqual(foundNames);
  });

  it('has the same pages by page number', async () => {
    const { list } = await open();
    const { foundNames } = await readPages(list);
    const pages = await Promise.all([1, 2, 3, 4].map((page_number) => list({ page_number })));
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5, 0]);
    expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(foundNames);
    const [first] = pages;
    const second = await list({ next: first?.next });
    expect(second.items).toEqual(pages[1]?.items);
  });

  it('is filtered by name, regardless of case, and by source', async () => {
    const { list } = await open();
    const found = async (query: object) => (await readPages(list, query)).foundNames.sort();
    const prod = names.filter((name) => name.startsWith('Prod')).sort();
    expect(await found({ regex: 'pROD' })).toEqual(prod);
    expect(await found({ regex: '-2' })).toHaveLength(6);
    expect(await found({ regex: 'nothing' })).toEqual([]);
    const odd = { webhook_source_integration_type: 'conformity' };
    expect(await found(odd)).toHaveLength(12);
    expect(await found({ ...odd, regex: 'prod' })).toEqual(['Prod-15', 'Prod-5']);
    expect(await found({ listenerType: 'webhook' })).toHaveLength(25);
    const { sizes } = await readPages(list, { regex: 'test', number_of_items: 6 });
    expect(sizes).toEqual([6, 6, 6, 2]);
  });

  it('refuses a cursor of another tenant, list or filter, or a changed one', async () => {
    const { scene, list } = await open();
    const { next = '' } = await list();
    const otherScene = openScene(world);
    const { next: filtered = '' } = await list({ regex: 'test' });
    const foreign = otherScene.listeners.listListeners(otherScene.root, {
      number_of_items: 10,
      next,
    });
    const bots = scene.bots.listBots(scene.root, { number_of_items: 10, next });
    const refusedCalls = [
      foreign,
      bots,
      list({ next, regex: 'test' }),
      list({ next: filtered }),
      list({ next: filtered, regex: 'prod' }),
      list({ next: `${next}x` }),
      list({ next: next.slice(1) }),
      list({ next: 'x' }),
      list({ next: 'é'.repeat(50) }),
    ];
    for (const call of refusedCalls) {
      const refusal = await refusalFrom(call);
      expect([refusal?.status, refusal?.body().field]).toEqual([400, 'next']);
    }
    expect(await statusOf(list({ next, number_of_items: 5 }))).toBe(200);
  });
});
