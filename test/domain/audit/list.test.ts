import type { AuditRecord } from '#lib/domain/audit/audit.schema.ts';
import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { openTestApi, type Values } from '../../lambdas/gateway.ts';
import { noon, openScene } from '../scene.ts';

const world = openTestDatabase();
const hour = 3600_000;
const people = ['ada@example.com', 'bob@example.com'];
const actions = ['create_bot', 'delete_bot', 'update_listener'];

const recordAt = (index: number): Omit<AuditRecord, 'tenant_id'> => ({
  _id: timedId('aud', noon + index * hour),
  user_id: people[index % 2] ?? '',
  action_type: actions[index % 3] ?? '',
  created_at: isoTime(noon + index * hour),
  method: 'POST',
  url: `/api/${index}`,
  object_type: 'bot',
  outcome: 'done',
  status: 200,
});

/** A trail of 12 hours, one record per hour: users alternate, actions repeat after three. */
const tenant_id = newTenant();
const open = async () => {
  const scene = openScene(world, tenant_id);
  return { scene, api: await openTestApi(scene) };
};
let api: Awaited<ReturnType<typeof open>>['api'];

beforeAll(async () => {
  const store = auditStore(world.db, tenant_id);
  for (let index = 0; index < 12; index += 1) await store.create(recordAt(index));
  ({ api } = await open());
});

type Answer = { items: { url: string; _id: string }[]; next?: string };

const list = async (query: Values) => {
  const { status, body } = await api.call('listAuditTrails', query);
  expect(status).toBe(200);
  return body as Answer;
};
const hoursOf = ({ items }: Answer) => items.map(({ url }) => Number(url.slice(5)));
const at = (index: number) => isoTime(noon + index * hour);

describe('the list of audit records', () => {
  it.each([
    ['all, the newest first', {}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]],
    ['those of a person', { user: people[0] }, [10, 8, 6, 4, 2, 0]],
    ['those of an action', { action: 'delete_bot' }, [10, 7, 4, 1]],
    ['those of several actions', { action: 'delete_bot,create_bot' }, [10, 9, 7, 6, 4, 3, 1, 0]],
    ['each record once', { action: 'delete_bot,delete_bot' }, [10, 7, 4, 1]],
    ['those of a person and an action', { user: people[1], action: 'create_bot' }, [9, 3]],
    ['those from a time on', { start_date: at(9) }, [11, 10, 9]],
    ['those until a time', { end_date: at(1) }, [1, 0]],
    ['those between two times', { start_date: at(4), end_date: at(6) }, [6, 5, 4]],
    [
      'those that fit all filters',
      { start_date: at(2), end_date: at(9), user: people[0], action: actions.join() },
      [8, 6, 4, 2],
    ],
    [
      'those of many actions',
      { action: ['delete_bot', ...Array.from({ length: 20 }, (_, n) => `other_${n}`)].join() },
      [10, 7, 4, 1],
    ],
    ['none of a person without records', { user: 'eve@example.com' }, []],
    ['none of unknown actions', { action: 'toString,__proto__' }, []],
    ['none before the first record', { end_date: '1900-01-01T00:00:00Z' }, []],
    ['none after the last record', { start_date: '9999-12-31T23:59:59Z' }, []],
  ])('shows %s', async (_what, query, hours) => {
    expect(hoursOf(await list(query))).toEqual(hours);
  });

  it.each([
    [{}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    [{ user: people[1] }, [11, 9, 7, 5, 3, 1]],
    [{ action: 'create_bot,update_listener' }, [11, 9, 8, 6, 5, 3, 2, 0]],
    [{ user: people[0], action: 'create_bot,delete_bot' }, [10, 6, 4, 0]],
  ])('is paged by number and by cursor: %j', async (query, hours) => {
    let next: string | undefined;
    const [byNumber, byCursor]: [number[], number[]] = [[], []];
    for (let page_number = 1; page_number <= 5; page_number += 1) {
      byNumber.push(...hoursOf(await list({ ...query, number_of_items: 3, page_number })));
      if (page_number > 1 && next === undefined) continue;
      const page = await list({ ...query, number_of_items: 3, ...(next && { next }) });
      byCursor.push(...hoursOf(page));
      next = page.next;
    }
    expect([byNumber, byCursor]).toEqual([hours, hours]);
  });

  it.each([
    ['start_date', { start_date: 'yesterday' }],
    ['end_date', { end_date: '2026-09-01' }],
    ['start_date', { start_date: '1788264000000' }],
    ['end_date', { start_date: at(2), end_date: at(1) }],
    ['user', { user: 'x'.repeat(255) }],
  ])('refuses an invalid %s with a sentence: %j', async (field, query) => {
    const { status, body } = await api.call('listAuditTrails', query);
    expect([status, body.field, body.error]).toEqual([400, field, expect.any(String)]);
  });

  it('reads only the items of its page, however long the trail is', async () => {
    const { db, taken } = countedDatabase(world.db);
    const store = auditStore(db, tenant_id);
    const between = ['aud_0', 'aud_~'] as const;
    await store.page({ number_of_items: 2 }, { between, actions: [] });
    expect(taken()).toMatchObject({ calls: 1, items: 2 });
    await store.page({ number_of_items: 2 }, { between, user: people[0], actions: [] });
    expect(taken()).toMatchObject({ calls: 2, items: 4 });
  });
});

describe('an audit record', () => {
  it('is found by its id, in its own organisation only', async () => {
    const [newest] = (await list({})).items;
    const audit_id = newest?._id;
    const { body } = await api.call('getAuditRecord', { audit_id });
    expect(body).toEqual(newest);
    expect(body).not.toHaveProperty('tenant_id');
    const otherApi = await openTestApi(openScene(world));
    const foreign = await otherApi.call('getAuditRecord', { audit_id });
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { error: 'This record does not exist, or it was deleted.' },
    ]);
    expect((await otherApi.call('listAuditTrails')).body.items).toEqual([]);
  });
});

describe('the filters of the list of audit records', () => {
  it('are the actions of all routes, in words, and the users', async () => {
    const { body } = await api.call('listAuditActions');
    expect(body.items).toContainEqual({ _id: 'create_bot', name: 'Create a bot' });
    const { body: found } = await api.call('listAuditUsers', { number_of_items: 100 });
    expect(found.items).toContainEqual({ _id: 'reader@example.com', name: 'reader' });
  });
});
