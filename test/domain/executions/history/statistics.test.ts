import type { Execution, Trigger } from '#lib/domain/executions/execution.schema.ts';
import { sumByInterval } from '#lib/domain/executions/history/statistics.rules.ts';
import {
  type Interval,
  statisticsQuery,
} from '#lib/domain/executions/history/statistics.schema.ts';
import { countRun, statisticsCalls } from '#lib/domain/executions/history/statistics.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene } from '../../scene.ts';
import { runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const security = { category: 'Security' as const, importance: 'High' as const };
const schedule: Trigger = { type: 'schedule', scheduled_time: '2026-09-01T00:00:00Z' };

/** A run that ended at a given time. */
const createEndedRun = async (
  scene: Scene,
  finished_at: string,
  fields: Partial<Execution> = {},
) => {
  const id = await startRun(scene, { state: 'SUCCEEDED', finished_at, ...fields });
  return runOf(scene, id);
};

const statistics = (scene: Scene, query: object) =>
  statisticsCalls(scene).getRunStatistics(scene.root, statisticsQuery.parse(query));

const september = { from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' };

describe('the statistics of runs', () => {
  it('count ended runs by hour, state, type, category and importance', async () => {
    const scene = openScene(world);
    await countRun(scene, {
      ...(await createEndedRun(scene, '2026-09-01T12:00:00.000Z')),
      ...security,
    });
    await countRun(scene, {
      ...(await createEndedRun(scene, '2026-09-01T12:59:59.999Z')),
      ...security,
    });
    await countRun(scene, {
      ...(await createEndedRun(scene, '2026-09-01T13:00:00.000Z')),
      ...security,
    });
    const failed = { state: 'FAILED' as const, trigger: schedule };
    await countRun(scene, {
      ...(await createEndedRun(scene, '2026-09-01T13:30:00.000Z', failed)),
      ...security,
    });
    await countRun(scene, await createEndedRun(scene, '2026-09-01T13:30:00.000Z', failed));
    const succeeded = { state: 'SUCCEEDED', bot_type: 'on_demand_bot', ...security };
    const lost = { state: 'FAILED', bot_type: 'scheduled_bot' };
    const { items } = await statistics(scene, { ...september, interval: 'hour' });
    expect(items).toHaveLength(4);
    expect(items).toEqual(
      expect.arrayContaining([
        { interval: '2026-09-01T12:00:00.000Z', ...succeeded, count: 2 },
        { interval: '2026-09-01T13:00:00.000Z', ...succeeded, count: 1 },
        { interval: '2026-09-01T13:00:00.000Z', ...lost, ...security, count: 1 },
        { interval: '2026-09-01T13:00:00.000Z', ...lost, count: 1 },
      ]),
    );
    const days = await statistics(scene, september);
    expect(days.items.map(({ count }) => count).sort()).toEqual([1, 1, 3]);
  });

  it('count a run once, however often its end is delivered', async () => {
    const scene = openScene(world);
    const one = await createEndedRun(scene, '2026-09-01T12:00:00.000Z');
    await Promise.all(Array.from({ length: 10 }, () => countRun(scene, { ...one, ...security })));
    await countRun(scene, { ...one, ...security });
    expect((await statistics(scene, september)).items).toMatchObject([{ count: 1 }]);
  });

  it('leave out dry runs', async () => {
    const scene = openScene(world);
    const dry = await createEndedRun(scene, '2026-09-01T12:00:00.000Z', {
      options: { dry_run: true },
    });
    await countRun(scene, dry);
    expect((await statistics(scene, september)).items).toEqual([]);
  });

  it('lose none of many runs that end at the same moment', async () => {
    const scene = openScene(world);
    const runs = await Promise.all(
      Array.from({ length: 100 }, () => createEndedRun(scene, '2026-09-01T12:00:00.000Z')),
    );
    await Promise.all(runs.map((run) => countRun(scene, { ...run, ...security })));
    expect((await statistics(scene, september)).items).toMatchObject([{ count: 100 }]);
  });

  it('count the runs that are open now, by state', async () => {
    const scene = openScene(world);
    await startRun(scene);
    await startRun(scene);
    await startRun(scene, { state: 'WAITING_FOR_APPROVAL' });
    await createEndedRun(scene, '2026-09-01T12:00:00.000Z');
    const { open, items } = await statistics(scene, september);
    expect(items).toEqual([]);
    expect(Object.fromEntries(open.map(({ state, count }) => [state, count]))).toEqual({
      QUEUED: 0,
      IN_PROGRESS: 2,
      WAITING_FOR_APPROVAL: 1,
      WAITING_FOR_INPUT: 0,
    });
  });

  it('contain the runs of one organisation only', async () => {
    const [scene, otherScene] = [openScene(world), openScene(world)];
    await countRun(scene, {
      ...(await createEndedRun(scene, '2026-09-01T12:00:00.000Z')),
      ...security,
    });
    expect((await statistics(otherScene, september)).items).toEqual([]);
  });

  it('of a year are read by day, not by run', async () => {
    const scene = openScene(world);
    for (let day = 0; day < 100; day += 1) {
      const endedAt = isoTime(Date.UTC(2026, 0, 1 + day, 5));
      const runs = [
        await createEndedRun(scene, endedAt),
        await createEndedRun(scene, endedAt),
        await createEndedRun(scene, endedAt),
      ];
      for (const run of runs) await countRun(scene, { ...run, ...security });
    }
    const { db, taken } = countedDatabase(scene.db);
    const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', interval: 'month' };
    const { items } = await statistics({ ...scene, db: { ...scene.db, ...db } }, year);
    expect(items.map(({ count }) => count)).toEqual([93, 84, 93, 30]);
    expect(taken().items).toBeLessThanOrEqual(100 + 300);
  });

  it.each([
    ['that ends before it begins', { from: september.to, to: september.from }, 'to'],
    ['without a length', { from: september.from, to: september.from }, 'to'],
    [
      'of 32 days by the hour',
      { ...september, to: '2026-10-03T00:00:00Z', interval: 'hour' },
      'from',
    ],
    ['of two years', { ...september, to: '2028-09-01T00:00:00Z' }, 'from'],
  ])('are refused for a period %s', async (_name, query, field) => {
    const refusal = await refusalFrom(statistics(openScene(world), query));
    expect([refusal?.status, refusal?.body().field]).toEqual([400, field]);
  });
});

describe('hourly counts of runs', () => {
  const kind = { state: 'SUCCEEDED' as const, bot_type: 'on_demand_bot' as const };
  const hours = [
    '2026-08-31T23:00:00.000Z',
    '2026-09-01T00:00:00.000Z',
    '2026-09-06T23:00:00.000Z',
    '2026-09-07T00:00:00.000Z',
    '2026-09-30T23:00:00.000Z',
    '2026-10-01T00:00:00.000Z',
  ].map((hour, n) => ({ ...kind, hour, count: 10 ** n, cost: 0, minutes_saved: 0 }));

  const yearRange = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
  const partialRange = { from: '2026-09-01T00:30:00Z', to: '2026-09-30T23:00:00Z' };

  it.each<[Interval, object, string[]]>([
    ['month', yearRange, ['2026-08-01 1', '2026-09-01 11110', '2026-10-01 100000']],
    ['week', yearRange, ['2026-08-31 111', '2026-09-07 1000', '2026-09-28 110000']],
    ['day', partialRange, ['2026-09-01 10', '2026-09-06 100', '2026-09-07 1000']],
  ])('are summed up by %s', (interval, range, expected) => {
    const sums = sumByInterval(hours, { ...yearRange, ...range, interval });
    expect(sums.map((one) => `${one.interval.slice(0, 10)} ${one.count}`)).toEqual(expected);
  });
});
