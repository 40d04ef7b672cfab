import * as fc from 'fast-check';
import { approvalCountStore } from '#lib/domain/approvals/approval-count.store.ts';
import { approvalStatuses } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { beginFollowUp, settleEndedRun } from '#lib/domain/executions/runs/settle-run.service.ts';
import { endedOutbox } from '#lib/domain/executions/execution.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { kindKey } from '#lib/domain/executions/history/counter.rules.ts';
import { statisticsStore } from '#lib/domain/executions/history/statistics.store.ts';
import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { idempotentCounter } from '#lib/kernel/idempotent-counter.ts';
import { type Database, getItem, putItem } from '#lib/kernel/database.ts';
import { derivedId, timedId } from '#lib/kernel/ids.ts';
import { runStatisticsTable } from '#lib/domain/executions/execution.table.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { caseCount } from '#test/support/thorough.ts';
import { storePendingApproval } from '../../approvals/pending-approval.ts';
import { openScene, type Scene } from '../../scene.ts';
import { runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const hour = 3600_000;
const bots = ['bot_1', 'bot_2', 'bot_3'];

/** One run, how it ends, and after how many database calls each reporter of its end crashes. */
type EndReports = { how: 'direct' | 'told'; dies: number }[];
const endReport = fc.record({
  how: fc.constantFrom<'direct' | 'told'>('direct', 'told'),
  dies: fc.integer({ min: 1, max: 12 }),
});
const oneRun = fc.record({
  bot: fc.constantFrom(...bots),
  state: fc.constantFrom<Execution['state']>('SUCCEEDED', 'FAILED', 'CANCELLED'),
  later: fc.integer({ min: 0, max: 5 }),
  cost: fc.integer({ min: 0, max: 5 }),
  saved: fc.constantFrom(0, 15, 90),
  dry: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  told: fc.array(endReport, { maxLength: 4 }),
  /** Hours that pass before somebody reads the days; the reader may crash too. */
  passed: fc.constantFrom(0, 0, 0, 1, 13, 30),
  readerDies: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
});
type OneRun = ReturnType<typeof oneRun.generate>['value'];

/** The process crashes while it reports; what it wrote stays. */
const reportWithCrashes = async (
  scene: Scene,
  id: string,
  endReports: EndReports,
): Promise<void> => {
  for (const { how, dies } of endReports) {
    const { db } = failingDatabase(scene.db, dies);
    const deps = { ...scene, db, runner: {} as never, check: (() => []) as never };
    const run = await runOf(scene, id);
    const call =
      how === 'direct' && run.outbox !== undefined
        ? beginFollowUp({ ...deps, bus: { publish: async () => undefined } }, run)
        : settleEndedRun(deps as never)({ tenant_id: scene.tenant_id, bot_exc_id: id });
    await call.catch((error: unknown) => expect(String(error)).toContain('died'));
  }
};

/** A reader may crash as well, before or after sums were stored. */
const readWithCrash = async (scene: Scene, dies: number | undefined): Promise<void> => {
  const db = dies === undefined ? scene.db : failingDatabase(scene.db, dies).db;
  const readCall = readCounts({ ...scene, db: { ...scene.db, ...db } }, 'day');
  await readCall.catch((error: unknown) => expect(String(error)).toContain('died'));
};

const settle = (scene: Scene, id: string) =>
  settleEndedRun({ ...scene, runner: {} as never, check: (() => []) as never } as never)({
    tenant_id: scene.tenant_id,
    bot_exc_id: id,
  });

const endRun = async (scene: Scene, one: OneRun): Promise<string> => {
  const { bot, state, later, cost, saved, dry } = one;
  scene.time.now += 1;
  const at = isoTime(scene.time.now + later * hour);
  const id = timedId('exc', scene.time.now);
  await startRun(scene, {
    _id: id,
    bot_id: bot,
    options: { dry_run: dry },
    minutes_saved: saved,
    trigger: { type: 'schedule', scheduled_time: at },
  });
  await executionStore(scene.db, scene.tenant_id).commit(id, {
    state,
    cost: cost / 1000,
    finished_at: at,
    updated_at: at,
    outbox: endedOutbox,
    ...(state === 'FAILED' && { outcome: 'failed' as const }),
  });
  return id;
};

const readCounts = async (scene: Scene, readAs: 'hour' | 'day') => {
  const store = statisticsStore(scene, scene.tenant_id);
  const lastDay = isoTime(scene.time.now + 24 * hour).slice(0, 10);
  const { hours, failed } = await store.between('2026-08-30', lastDay, readAs);
  const sum = (number: (one: (typeof hours)[number]) => number) =>
    hours.reduce((all, one) => all + number(one), 0);
  return {
    runs: sum(({ count }) => count),
    cost: Math.round(sum(({ cost }) => cost) * 1000),
    saved: sum(({ minutes_saved }) => minutes_saved),
    failed: Object.fromEntries([...failed].toSorted()),
  };
};

const expectedCounts = (runs: readonly OneRun[]) => {
  const real = runs.filter(({ dry }) => !dry);
  const failed = bots.flatMap((bot): [string, number][] => {
    const failedCount = real.filter((one) => one.bot === bot && one.state === 'FAILED').length;
    return failedCount === 0 ? [] : [[bot, failedCount]];
  });
  return {
    runs: real.length,
    cost: real.reduce((sum, { cost }) => sum + cost, 0),
    saved: real.reduce((sum, { state, saved }) => sum + (state === 'SUCCEEDED' ? saved : 0), 0),
    failed: Object.fromEntries(failed),
  };
};

const oneFailed: OneRun = {
  bot: 'bot_1',
  state: 'FAILED',
  later: 0,
  cost: 1,
  saved: 0,
  dry: false,
  told: [],
  passed: 0,
  readerDies: undefined,
};

/** Counted directly, as for a bot's run that failed on a day long past. */
const failedRunOf = (n: number, bot_id: string) => ({
  _id: `exc_${n}`,
  bot_id,
  kind: { state: 'FAILED', bot_type: 'scheduled_bot' } as const,
  ended_at: '2026-08-20T11:00:00.000Z',
  cost: 0,
  minutes_saved: 0,
});

describe('the counters of runs', () => {
  it('are correct after each end, even if they are read during the writes', async () => {
    const scene = openScene(world);
    for (let n = 1; n <= 5; n += 1) {
      const id = await endRun(scene, oneFailed);
      // The day is over when the end is reported, so its sum is stored by the next reader.
      scene.time.now += n === 3 ? 26 * hour : 0;
      const concurrentReads = Array.from({ length: 4 }, () => readCounts(scene, 'day'));
      await Promise.all([settle(scene, id), ...concurrentReads, settle(scene, id)]);
      const expected = { runs: n, cost: n, failed: { bot_1: n } };
      expect(await readCounts(scene, 'day')).toMatchObject(expected);
      expect(await readCounts(scene, 'day')).toMatchObject(expected);
      expect(await readCounts(scene, 'hour')).toMatchObject(expected);
    }
  });

  it('of past days are summed up once, and again after a late end', async () => {
    const scene = openScene(world);
    const { db, taken } = countedDatabase(scene.db);
    const store = statisticsStore({ ...scene, db }, scene.tenant_id);
    const month = () => store.between('2026-08-03', '2026-09-01', 'day');
    for (let n = 0; n < 40; n += 1) await store.add(failedRunOf(n, `bot_${n}`));
    await month();
    taken();
    expect((await month()).failed.size).toBe(40);
    // The stored sums, and today.
    expect(taken()).toMatchObject({ calls: 2, items: 29 });
    await store.add(failedRunOf(40, 'bot_1'));
    expect((await month()).failed.get('bot_1')).toBe(2);
    taken();
    expect((await month()).failed.get('bot_1')).toBe(2);
    expect(taken()).toMatchObject({ calls: 2, items: 29 });
  });

  it('store no sum of a day to which a run was added during the summing', async () => {
    const scene = openScene(world);
    const lateStore = statisticsStore(scene, scene.tenant_id);
    await lateStore.add(failedRunOf(0, 'bot_1'));
    let isLate = true;
    const send: Database['documents']['send'] = async (call) => {
      if (call.action === 'Put' && isLate) {
        isLate = false;
        await lateStore.add(failedRunOf(1, 'bot_1'));
      }
      return scene.db.documents.send(call);
    };
    const slowStore = statisticsStore(
      { ...scene, db: { ...scene.db, documents: { send } } },
      scene.tenant_id,
    );
    const failed = async (store: typeof lateStore) =>
      (await store.between('2026-08-20', '2026-08-20', 'day')).failed.get('bot_1');
    expect(await failed(slowStore)).toBe(1);
    expect(isLate).toBe(false);
    expect(await failed(slowStore)).toBe(2);
    expect(await failed(lateStore)).toBe(2);
  });

  it('contain each of 20,000 failing bots of a day', async () => {
    const scene = openScene(world);
    const store = statisticsStore(scene, scene.tenant_id);
    const bots = Array.from({ length: 20_000 }, (_, n) => derivedId('bot', scene.time.now, `${n}`));
    const { tenant_id } = scene;
    const items = Map.groupBy(bots.slice(0, -50), (bot) => {
      const { ended_at, kind } = failedRunOf(0, bot);
      return kindKey(ended_at.slice(0, 10), kind, bot);
    });
    // Each bot failed once: the counters that this leaves behind.
    for (const [kind, botsOfKind] of items) {
      const failed = Object.fromEntries(botsOfKind.map((bot) => [`b_${bot}`, 1]));
      await putItem(scene.db, runStatisticsTable, {
        tenant_id,
        kind,
        h11: botsOfKind.length,
        ...failed,
      });
    }
    for (const [n, bot] of bots.entries()) {
      if (n >= bots.length - 50) expect(await store.add(failedRunOf(n, bot))).toBe(true);
    }
    for (const readAs of ['hour', 'day', 'day'] as const) {
      const { hours, failed } = await store.between('2026-08-19', '2026-08-21', readAs);
      expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(bots.length);
      expect(new Set(failed.keys())).toEqual(new Set(bots));
    }
  });

  it('equal a full count, wherever processes die before an end is counted', async () => {
    const histories = fc.array(oneRun, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const scene = openScene(world);
        const ids: string[] = [];
        for (const one of history) {
          const id = await endRun(scene, one);
          ids.push(id);
          await reportWithCrashes(scene, id, one.told);
          scene.time.now += one.passed * hour;
          if (one.passed > 0) await readWithCrash(scene, one.readerDies);
        }
        scene.time.now += 24 * hour;
        // The sweep repeats unsettled reports; here all of them, twice, all at once.
        const beside = Array.from({ length: 3 }, () => readCounts(scene, 'day'));
        await Promise.all([...[...ids, ...ids].map((id) => settle(scene, id)), ...beside]);
        for (const readAs of ['day', 'hour'] as const) {
          expect(await readCounts(scene, readAs)).toEqual(expectedCounts(history));
        }
      }),
      { numRuns: caseCount({ usual: 40, thorough: 1000 }) },
    );
  });

  it('keep only a few marks of counted runs, however many were counted', async () => {
    const scene = openScene(world);
    const one = { ...oneFailed, state: 'SUCCEEDED' as const, cost: 0 };
    for (let n = 0; n < 60; n += 1) {
      await settle(scene, await endRun(scene, one));
    }
    const kind = '2026-09-01#SUCCEEDED#scheduled_bot#-#-';
    const item = await getItem(scene.db, runStatisticsTable, { tenant_id: scene.tenant_id, kind });
    const marks = Object.keys(item ?? {}).filter((name) => name.startsWith('s_'));
    expect([item?.h12, marks.length <= 5]).toEqual([60, true]);
  });

  it('do not count a run again that was settled before a slow process counts it', async () => {
    const { db, tenant_id } = openScene(world);
    const key = { tenant_id, kind: 'one' };
    const counters = idempotentCounter(db, runStatisticsTable);
    const countOf = (id: string) => ({ key, id, amounts: { h00: 1 } });
    let isSettled = false;
    await counters.addAgain(countOf('slow'), async () => {
      // Meanwhile it is counted and settled, and later counts remove its mark from the item.
      if (isSettled) return true;
      for (const id of ['slow', 'a', 'b', 'c', 'd']) {
        await counters.add(countOf(id));
        counters.markSettled(countOf(id));
      }
      isSettled = true;
      return false;
    });
    expect((await getItem(db, runStatisticsTable, key))?.h00).toBe(5);
  });
});

describe('the counters of approvals', () => {
  const ask = (scene: Scene): Promise<string> => {
    scene.time.now += 1;
    return storePendingApproval(scene, 'May I?');
  };

  const resume = (scene: Scene, db: Database, id: string) =>
    resumeAnswered({ ...scene, db, runner: {} } as never, 'approval', scene.tenant_id, id);

  it('count each decision once, wherever processes die', async () => {
    const ended = approvalStatuses.filter((one) => one !== 'pending');
    const history = fc.array(
      fc.tuple(
        fc.constantFrom(...ended),
        fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
      ),
      { minLength: 1, maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(history, async (decisions) => {
        const scene = openScene(world);
        const ids = new Map<string, string>();
        for (const [status, deaths] of decisions) {
          const id = await ask(scene);
          await approvalStore(scene.db, scene.tenant_id).decide(id, 1, { status });
          ids.set(id, status);
          for (const dies of deaths) {
            await resume(scene, failingDatabase(scene.db, dies).db, id).catch(() => undefined);
          }
        }
        await ask(scene);
        await Promise.all([...ids.keys(), ...ids.keys()].map((id) => resume(scene, scene.db, id)));
        const all = [...ids.values()];
        const expected = ended.flatMap((one) => {
          const count = all.filter((status) => status === one).length;
          return count === 0 ? [] : [[one, count]];
        });
        const counts = await approvalCountStore(scene.db, scene.tenant_id).all();
        expect(counts).toEqual({ ...Object.fromEntries(expected), pending: 1 });
      }),
      { numRuns: caseCount({ usual: 15, thorough: 300 }) },
    );
  });
});
