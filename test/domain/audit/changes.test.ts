import type { AuditRecord } from '#lib/domain/audit/audit.schema.ts';
import { changesOf } from '#lib/domain/audit/change.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createExamples, exampleInputs } from '../../lambdas/examples.ts';
import { eventOf, openTestApi, routeOf, type Values } from '../../lambdas/gateway.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { openScene } from '../scene.ts';
import { auditRecordsOf } from './audit-records.ts';

const world = openTestDatabase();

const open = async () => {
  const scene = openScene(world);
  const api = await openTestApi(scene);
  const last = async (): Promise<AuditRecord | undefined> => (await auditRecordsOf(scene))[0];
  return { scene, api, last };
};

/** The changes of a record as `field: before -> after`. */
const lines = (record: AuditRecord | undefined): string[] =>
  (record?.changes ?? []).map(({ field, before = '', after = '', hidden }) =>
    hidden ? `${field}: changed` : `${field}: ${before} -> ${after}`,
  );

const listener: Values = { ...exampleInputs.createListener, name: 'Findings' };

describe('the changes in an audit record', () => {
  it('of a listener show its fields before and after', async () => {
    const { scene, api, last } = await open();
    const { body } = await api.call('createListener', listener);
    expect(lines(await last())).toEqual(
      expect.arrayContaining(['name:  -> Findings', 'secret: changed']),
    );
    scene.time.now += 1000;
    const { name: _, ...change } = listener;
    const next = { ...change, listener_id: body._id, description: 'Of another kind' };
    await api.call('updateListener', next);
    expect(lines(await last())).toEqual([
      `description: ${String(listener.description)} -> Of another kind`,
    ]);
    scene.time.now += 1000;
    await api.call('deleteListener', { listener_id: body._id });
    expect(lines(await last())).toEqual(
      expect.arrayContaining(['name: Findings -> ', 'description: Of another kind -> ']),
    );
  });

  it('of an action show that its call changed, but not its content', async () => {
    const { api, last } = await open();
    const call = {
      method: 'GET',
      path: '/issue',
      headers: { 'X-Api-Key': 'hunter2' },
      query: { api_key: 'hunter2' },
    };
    const form = { executable_type: 'rest', integration_type: 'jira', call };
    await api.call('createAction', { ...form, name: 'Look it up', description: 'Reads.' });
    const record = await last();
    expect(lines(record)).toEqual(
      expect.arrayContaining(['name:  -> Look it up', 'call: changed']),
    );
    expect(JSON.stringify(record)).not.toContain('hunter2');
  });

  it('of a rotation show when the old secret ends, but no secret', async () => {
    const { scene, api, last } = await open();
    const { body } = await api.call('createListener', listener);
    scene.time.now += 1000;
    await api.call('rotateListenerSecret', { listener_id: body._id });
    const record = await last();
    expect(record?.evidence).toEqual({ 'Old secret': 'Ends in 24 hours' });
    expect(lines(record)).toEqual([
      `previous_secret_until:  -> ${isoTime(scene.time.now + 24 * 3600_000)}`,
      'secret: changed',
    ]);
  });

  it('of a listener hide values that must come with its secret', async () => {
    const { scene, api, last } = await open();
    const { body } = await api.call('createListener', listener);
    const { name: _, ...change } = listener;
    const headers = { additional_headers: [{ name: 'x-team', value: 'hunter2 and more' }] };
    scene.time.now += 1000;
    await api.call('updateListener', {
      ...change,
      listener_id: body._id,
      auth_configs: { auth_type: 'secret_in_header', headers },
    });
    const record = await last();
    expect(lines(record)).toEqual(
      expect.arrayContaining([
        'auth_configs.headers.additional_headers.0.name:  -> x-team',
        'auth_configs.headers.additional_headers.0.value: changed',
      ]),
    );
    expect(JSON.stringify(record)).not.toContain('hunter2');
  });

  it('of a user show the new rights and that a password was set', async () => {
    const { scene, api, last } = await open();
    const person = { ...exampleInputs.createUser, email: 'ada@example.com', name: 'Ada' };
    await api.call('createUser', person);
    expect(lines(await last())).toEqual(
      expect.arrayContaining(['name:  -> Ada', 'password: changed']),
    );
    scene.time.now += 1000;
    const user_id = 'ada@example.com';
    await api.call('assignRoles', { user_id, roles: ['role_approver'] });
    expect(lines(await last())).toEqual(
      expect.arrayContaining(['roles:  -> role_approver', 'role_names:  -> Approver']),
    );
    scene.time.now += 1000;
    const { email: _, password, ...fields } = person as Values;
    await api.call('updateUser', { ...fields, user_id, readOnly: true, password });
    const record = await last();
    expect(lines(record)).toEqual(
      expect.arrayContaining(['readOnly: false -> true', 'password: changed']),
    );
    expect(JSON.stringify(await auditRecordsOf(scene))).not.toContain(String(password));
  });

  it('of a role name each permission', async () => {
    const { scene, api, last } = await open();
    const policies = (names: string[]) => ({
      ALLOW: { bot: Object.fromEntries(names.map((one) => [one, true])) },
      DENY: {},
    });
    const roleFields = { name: 'Ours', description: 'Ours' };
    const created = await api.call('createRole', {
      ...roleFields,
      policies: policies(['read_bot']),
    });
    scene.time.now += 1000;
    const role_id = created.body._id;
    const next = { ...roleFields, role_id, base_revision: 1, policies: policies(['update_bot']) };
    await api.call('updateRole', next);
    expect(lines(await last())).toEqual(['policies.ALLOW.bot: read_bot -> update_bot']);
    scene.time.now += 1000;
    await api.call('setDefaultRole', { default_role_id: role_id });
    expect(lines(await last())).toEqual([`default_role_id:  -> ${String(role_id)}`]);
  });

  it('of a bot show that its graph changed, but not its content', async () => {
    const { scene, api, last } = await open();
    const { bot_id } = await createExamples(scene);
    scene.time.now += 1000;
    const before = (await api.call('getBot', { bot_id })).body;
    const { name, description } = before;
    await api.call('setBotStatus', { bot_id, status: 'disabled' });
    expect(lines(await last()).every((line) => !line.startsWith('graph'))).toBe(true);
    scene.time.now += 1000;
    const { graph } = drawBot('Other', 'start -> call:http_request -> end');
    await api.call('updateBot', { ...exampleInputs.updateBot, graph, bot_id });
    const record = await last();
    expect(record).toMatchObject({ action_type: 'update_bot', outcome: 'done' });
    expect(lines(record)).toContain('graph: changed');
    expect(JSON.stringify(record?.changes ?? [])).not.toContain('"nodes"');
    expect([name, description]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('of any object except a role are limited to 30', () => {
    const fields = Array.from({ length: 33 }, (_, n) => [`field_${n}`, 'text']);
    const sides = { before: {}, after: Object.fromEntries(fields) };
    const { changes, omittedCount } = changesOf({ ...sides, sent: [], hide: [], skip: [] });
    expect([changes.length, omittedCount]).toEqual([30, 3]);
  });

  it('are cut to 300 characters per text, except the permissions of a role', async () => {
    const { scene, api, last } = await open();
    const text = 'long '.repeat(150).trim();
    await api.call('createListener', { ...listener, description: text });
    const found = (await last())?.changes?.find(({ field }) => field === 'description');
    expect(found?.after).toBe(`${text.slice(0, 300)}…`);
    scene.time.now += 1000;
    const { items } = (await api.call('listPermissions')).body as unknown as {
      items: { name: string; resource_type: string }[];
    };
    const ALLOW: Record<string, Record<string, true>> = {};
    for (const { name, resource_type } of items) {
      ALLOW[resource_type] = { ...ALLOW[resource_type], [name]: true };
    }
    const all = { name: 'All', description: 'All', policies: { ALLOW, DENY: {} } };
    expect((await api.call('createRole', all)).body).toMatchObject({ name: 'All' });
    const record = await last();
    expect(record).not.toHaveProperty('more_changes');
    const permissions = record?.changes?.flatMap(({ field, after }) => {
      const [, resource] = field.split('policies.ALLOW.');
      return resource === undefined
        ? []
        : (after ?? '').split(', ').map((one) => `${resource} ${one}`);
    });
    const names = items.map(({ name, resource_type }) => `${resource_type} ${name}`);
    expect(permissions?.toSorted()).toEqual(names.toSorted());
  });
});

describe('a refused call', () => {
  it('is recorded without changes', async () => {
    const { scene, api, last } = await open();
    await api.call('createListener', listener);
    scene.time.now += 1000;
    expect((await api.call('createListener', listener)).status).toBe(409);
    expect(await last()).not.toHaveProperty('changes');
  });
});

describe('a recorded call', () => {
  it('has the address of the caller from the authorizer, even if refused', async () => {
    const { scene, api } = await open();
    const route = routeOf('createListener');
    for (const kind of ['root', 'portal'] as const) {
      const authorizer = { proof: JSON.stringify(api.proofOf(kind)), viewer: '203.0.113.9' };
      const event = eventOf(route, listener, undefined, { requestContext: { authorizer } });
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as the list shows them.
      await api.send('listeners', event);
    }
    const records = await auditRecordsOf(scene);
    expect(records.map(({ outcome, address }) => [outcome, address]).sort()).toEqual([
      ['done', '203.0.113.9'],
      ['refused', '203.0.113.9'],
    ]);
  });

  it('shows its address and API key in the list, and its changes only in the record', async () => {
    const { scene, api } = await open();
    const { body: key } = await api.call('createApiKey', { name: 'CI', expires_on: null });
    scene.time.now += 1;
    const proof = api.proofOf('root', { key_id: String(key._id) });
    const authorizer = { proof: JSON.stringify(proof), viewer: '203.0.113.9' };
    const extraFields = { requestContext: { authorizer } };
    await api.send(
      'listeners',
      eventOf(routeOf('createListener'), listener, undefined, extraFields),
    );
    const { items } = (await api.call('listAuditTrails')).body as unknown as {
      items: AuditRecord[];
    };
    expect(items[0]).toMatchObject({ address: '203.0.113.9', key_id: key._id });
    expect(items[0]).not.toHaveProperty('changes');
    const { body } = await api.call('getAuditRecord', { audit_id: items[0]?._id });
    expect(body.changes).toEqual(expect.any(Array));
  });
});
