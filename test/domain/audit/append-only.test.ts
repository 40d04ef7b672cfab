import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { listenerService } from '#lib/domain/listeners/listener.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { allRoutes } from '#lib/routes.ts';
import { apiHandler } from '#lambdas/api-handler.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { exampleInputs } from '../../lambdas/examples.ts';
import { eventOf, everyRoute, openTestApi, routeOf } from '../../lambdas/gateway.ts';
import { openScene, webhookUrl } from '../scene.ts';
import { auditRecordsOf } from './audit-records.ts';

const world = openTestDatabase();

const pendingRecordAt = (now: number) => ({
  _id: timedId('aud', now),
  user_id: 'ada@example.com',
  action_type: 'delete_bot',
  created_at: isoTime(now),
  method: 'DELETE',
  url: '/api/bots/bot_1',
  object_type: 'bot',
  outcome: 'pending' as const,
});

/** An audit trail with one record that has not been concluded. */
const open = async () => {
  const scene = openScene(world);
  const store = auditStore(scene.db, scene.tenant_id);
  const record = pendingRecordAt(scene.time.now);
  await store.create(record);
  return { scene, store, record };
};

describe('an audit record', () => {
  it('is concluded once and cannot be created again', async () => {
    const { scene, store, record } = await open();
    expect(await store.conclude(record._id, { outcome: 'done', status: 200 })).toBe(true);
    const concluded = await auditRecordsOf(scene);
    const rewrites = [
      await store.conclude(record._id, { outcome: 'failed', status: 500 }),
      await store.conclude(record._id, { outcome: 'pending' }),
      await store.create({ ...record, user_id: 'eve@example.com' }),
    ];
    expect(rewrites).toEqual([false, false, false]);
    expect(await auditRecordsOf(scene)).toEqual(concluded);
  });

  it('that does not exist is not created by a conclusion', async () => {
    const { scene, store } = await open();
    const before = await auditRecordsOf(scene);
    expect(await store.conclude('aud_none', { outcome: 'done', status: 200 })).toBe(false);
    expect(await auditRecordsOf(scene)).toEqual(before);
  });

  it('is concluded by only one of several simultaneous attempts', async () => {
    const { store, record } = await open();
    const outcomes = ['done', 'refused', 'failed'] as const;
    const attempts = outcomes.map((outcome) => store.conclude(record._id, { outcome }));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  });

  it('cannot be changed or removed by any API call', async () => {
    const { scene, record } = await open();
    const api = await openTestApi(scene);
    const paths = ['audit_trails', 'audit_trails/{audit_id}', 'audit_trails/actions'];
    const auditRoutes = everyRoute.filter(
      ({ area, route }) => area === 'audit' || /audit/.test(route.path),
    );
    expect(new Set(auditRoutes.map(({ route }) => route.method))).toEqual(new Set(['GET']));
    for (const path of paths) {
      for (const httpMethod of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const event = eventOf(
          routeOf('getAuditRecord'),
          { audit_id: record._id },
          api.proofOf('root'),
          {
            httpMethod,
            resource: `/${path}`,
            body: JSON.stringify({ outcome: 'done' }),
          },
        );
        expect((await api.send('audit', event)).status).toBe(404);
      }
    }
    expect(await auditRecordsOf(scene)).toMatchObject([record]);
  });
});

describe('a process that dies', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'before its database call %i leaves no change without an audit record',
    async (at) => {
      const scene = openScene(world);
      const api = await openTestApi(scene);
      const { db } = failingDatabase(scene.db, at);
      const { clock } = scene;
      const trail = auditTrail({ db, clock, log: api.deps.log });
      const listeners = listenerService({ ...scene, db, webhookUrl });
      const handle = apiHandler(allRoutes.listeners, listeners, { ...api.deps, trail });
      const form = { ...exampleInputs.createListener, name: 'Findings' };
      await handle(eventOf(routeOf('createListener'), form, api.proofOf('root')), {});
      const { items } = await scene.listeners.listListeners(scene.root, { number_of_items: 10 });
      const outcomes = (await auditRecordsOf(scene)).map(({ outcome }) => outcome);
      if (items.length > 0) expect(outcomes).toHaveLength(1);
      if (outcomes[0] === 'done') expect(items).toHaveLength(1);
    },
  );
});
