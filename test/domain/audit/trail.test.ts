import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { listenerStore } from '#lib/domain/listeners/listener.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { allRoutes } from '#lib/routes.ts';
import { apiHandler } from '#lambdas/api-handler.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { exampleInputs } from '../../lambdas/examples.ts';
import { eventOf, openTestApi, routeOf, type Values } from '../../lambdas/gateway.ts';
import { openScene, type Scene } from '../scene.ts';
import { auditRecordsOf } from './audit-records.ts';

const world = openTestDatabase();

const open = async () => {
  const scene = openScene(world);
  const api = await openTestApi(scene);
  const listeners = () =>
    listenerStore(scene.db, scene.tenant_id).page({ number_of_items: 10 }, {});
  const stored = async () => (await listeners()).items.map(({ name }) => name);
  return { scene, api, stored };
};

const form: Values = { ...exampleInputs.createListener, name: 'Findings' };
const createRoute = routeOf('createListener');

type Opened = Awaited<ReturnType<typeof open>>;

/** The answer to a listener's form, with some parts of the product replaced. */
const createWith = async (
  { scene, api }: Opened,
  change: { service?: Partial<Scene['listeners']>; trail?: ReturnType<typeof auditTrail> },
) => {
  const service = { ...scene.listeners, ...change.service };
  const deps = { ...api.deps, ...(change.trail && { trail: change.trail }) };
  const handle = apiHandler(allRoutes.listeners, service, deps);
  const { statusCode } = await handle(eventOf(createRoute, form, api.proofOf('root')), {});
  return statusCode;
};

describe('the audit record of a write', () => {
  it('contains the user, the action, the time, the object and the outcome', async () => {
    const { scene, api, stored } = await open();
    const { status, body } = await api.call('createListener', form);
    expect([status, await stored()]).toEqual([201, ['Findings']]);
    expect(await auditRecordsOf(scene)).toEqual([
      {
        tenant_id: scene.tenant_id,
        _id: expect.stringMatching(/^aud_[0-9a-f]{44}$/),
        user_id: 'root@example.com',
        action_type: 'create_listener',
        created_at: isoTime(scene.time.now),
        method: 'POST',
        url: '/api/listeners',
        object_type: 'listener',
        object_id: body._id,
        object_name: 'Findings',
        outcome: 'done',
        status: 201,
        changes: expect.arrayContaining([{ field: 'name', after: 'Findings' }]),
      },
    ]);
  });

  it('contains the object that its path names and the API key', async () => {
    const { scene, api } = await open();
    const { body } = await api.call('createListener', form);
    const { body: key } = await api.call('createApiKey', { name: 'CI', expires_on: null });
    scene.time.now += 1;
    const proof = api.proofOf('root', { key_id: String(key._id) });
    const input = { listener_id: String(body._id) };
    await api.send('listeners', eventOf(routeOf('deleteListener'), input, proof));
    const [last] = await auditRecordsOf(scene);
    expect(last).toMatchObject({
      action_type: 'delete_listener',
      method: 'DELETE',
      url: `/api/listeners/${input.listener_id}`,
      object_id: body._id,
      key_id: key._id,
      outcome: 'done',
    });
  });

  it('is stored as pending before the write begins', async () => {
    const opened = await open();
    const { scene } = opened;
    const records: unknown[] = [];
    const createListener: Scene['listeners']['createListener'] = async (...args) => {
      records.push(...(await auditRecordsOf(scene)));
      return scene.listeners.createListener(...args);
    };
    expect(await createWith(opened, { service: { createListener } })).toBe(201);
    const [ended] = await auditRecordsOf(scene);
    const { status: _, object_id: __, object_name: ___, changes: ____, ...pending } = Object(ended);
    expect(records).toEqual([{ ...pending, outcome: 'pending' }]);
  });

  it('contains the refusal and its reason', async () => {
    const { scene, api, stored } = await open();
    await api.call('createListener', form);
    scene.time.now += 1;
    const { status, body } = await api.call('createListener', form);
    const [last, ...earlierRecords] = await auditRecordsOf(scene);
    expect(last).toMatchObject({ outcome: 'refused', status, reason: body.error });
    expect([earlierRecords.length, await stored()]).toEqual([1, ['Findings']]);
  });

  it('contains the failure, but no details of its cause', async () => {
    const opened = await open();
    const createListener = async () => {
      throw new Error('hunter2 of arn:aws:dynamodb');
    };
    expect(await createWith(opened, { service: { createListener } })).toBe(500);
    const [last] = await auditRecordsOf(opened.scene);
    expect(last).toMatchObject({ outcome: 'failed', status: 500 });
    expect(JSON.stringify(last)).not.toMatch(/hunter2|arn/);
  });
});

describe('an audit trail that cannot be written', () => {
  const trailDyingAt = ({ scene, api }: Opened, call: number) => {
    const { db } = failingDatabase(scene.db, call);
    return auditTrail({ db, clock: scene.clock, log: api.deps.log });
  };

  it('before a write prevents the write', async () => {
    const opened = await open();
    expect(await createWith(opened, { trail: trailDyingAt(opened, 1) })).toBe(500);
    expect([await opened.stored(), await auditRecordsOf(opened.scene)]).toEqual([[], []]);
  });

  it('after a write leaves the record pending and logs an error; the call succeeds', async () => {
    const opened = await open();
    expect(await createWith(opened, { trail: trailDyingAt(opened, 2) })).toBe(201);
    const [last] = await auditRecordsOf(opened.scene);
    expect([await opened.stored(), last?.outcome]).toEqual([['Findings'], 'pending']);
    const entries = opened.api.lines.map((line): Values => JSON.parse(line));
    expect(entries).toMatchObject([
      {
        level: 'error',
        message: 'The outcome of a call is missing from the audit trail.',
        route: 'createListener',
      },
      { level: 'info', message: createRoute.audit },
    ]);
  });

  it('does not change the refusal of a call without permission', async () => {
    const opened = await open();
    const trail = trailDyingAt(opened, 1);
    const createListener = async () => {
      throw conflict('Never reached.');
    };
    const handle = apiHandler(
      allRoutes.listeners,
      { ...opened.scene.listeners, createListener },
      { ...opened.api.deps, trail },
    );
    const event = eventOf(createRoute, form, opened.api.proofOf('subuser'));
    const { statusCode } = await handle(event, {});
    expect([statusCode, await auditRecordsOf(opened.scene)]).toEqual([403, []]);
  });
});

describe('calls without an audit record', () => {
  it('include reading calls, whether they succeed or fail', async () => {
    const { scene, api } = await open();
    const answers = [
      await api.call('listListeners'),
      await api.call('listListeners', { surprise: 1 }),
      await api.call('getListener', { listener_id: 'lst_none' }),
      await api.call('importBot', { text: 'no bot' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 400]);
    expect(await auditRecordsOf(scene)).toEqual([]);
  });

  it('include calls by unknown callers and to unknown addresses', async () => {
    const { scene, api } = await open();
    const response = await api.send('listeners', eventOf(createRoute, form));
    const nowhere = eventOf(createRoute, form, api.proofOf('root'), { resource: '/nothing' });
    expect([response.status, (await api.send('listeners', nowhere)).status]).toEqual([401, 404]);
    expect(await auditRecordsOf(scene)).toEqual([]);
  });
});

describe('a call that is refused before it begins', () => {
  const sending = async (change: object) => {
    const { scene, api } = await open();
    const event = eventOf(createRoute, form, api.proofOf('root'), change);
    const { status } = await api.send('listeners', event);
    return { status, records: await auditRecordsOf(scene) };
  };

  it.each([
    ['invalid JSON', '{"name":hunter2', 400, 'The input was refused.'],
    ['an unknown field', JSON.stringify({ ...form, hunter2: 1 }), 400, 'The input was refused.'],
    [
      'an inherited field name',
      JSON.stringify({ ...form, toString: 1 }),
      400,
      'The input was refused.',
    ],
    ['a field of the wrong type', '{"name":["hunter2"]}', 400, 'The input was refused: name.'],
    ['a body that is too large', `"${'x'.repeat(2 ** 20)}"`, 413, 'The body is larger than 1 MiB.'],
  ])('due to %s is recorded at once without its input', async (_what, body, status, reason) => {
    const answer = await sending({ body });
    expect(answer.status).toBe(status);
    expect(answer.records).toMatchObject([{ outcome: 'refused', status, reason }]);
  });
});
