import * as fc from 'fast-check';
import { approvalCountStore } from '#lib/domain/approvals/approval-count.store.ts';
import { approvalStatuses } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { followEnd, settleEnded } from '#lib/domain/executions/runs/ended.service.ts';
import { endedRuns } from '#lib/domain/executions/execution.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { statisticsStore } from '#lib/domain/executions/history/statistics.store.ts';
import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { countedOnce } from '#lib/kernel/counted-once.ts';
import { type Database, getItem } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { runStatisticsTable } from '#lib/domain/executions/execution.table.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { dyingDatabase } from '#test/support/failing-database.ts';
import { cases } from '#test/support/thorough.ts';
import { pendingApproval } from '../../approvals/pending-approval.ts';
import { openScene, type Scene } from '../../scene.ts';
import { runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const hour = 3600_000;
const bots = ['bot_1', 'bot_2', 'bot_3'];

/** One run, how it ends, and after how many calls of the database each who tells of it dies. */
type Told = { how: 'direct' | 'told'; dies: number }[];
const telling = fc.record({
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
  told: fc.array(telling, { maxLength: 4 }),
});
type OneRun = ReturnType<typeof oneRun.generate>['value'];

/** The process dies as it tells; what it wrote stays. */
const tellBadly = async (scene: Scene, id: string, told: Told): Promise<void> => {
  for (const { how, dies } of told) {
    const { db } = dyingDatabase(scene.db, dies);
    const deps = { ...scene, db, runner: {} as never, check: (() => []) as never };
    const run = await runOf(scene, id);
    const call =
      how === 'direct' && run.outbox !== undefined
        ? followEnd({ ...deps, bus: { publish: async () => undefined } }, run)
        : settleEnded(deps as never)({ tenant_id: scene.tenant_id, bot_exc_id: id });
    await call.catch((error: unknown) => expect(String(error)).toContain('died'));
  }
};

const settle = (scene: Scene, id: string) =>
  settleEnded({ ...scene, runner: {} as never, check: (() => []) as never } as never)({
    tenant_id: scene.tenant_id,
    bot_exc_id: id,
  });

const endOf = async (scene: Scene, one: OneRun): Promise<string> => {
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
    outbox: endedRuns,
    ...(state === 'FAILED' && { outcome: 'failed' as const }),
  });
  return id;
};

const countedIn = async (scene: Scene) => {
  const store = statisticsStore(scene.db, scene.tenant_id);
  const { hours, failed } = await store.withFailed('2026-01-01', '2027-01-01');
  const sum = (number: (one: (typeof hours)[number]) => number) =>
    hours.reduce((all, one) => all + number(one), 0);
  return {
    runs: sum(({ count }) => count),
    cost: Math.round(sum(({ cost }) => cost) * 1000),
    saved: sum(({ minutes_saved }) => minutes_saved),
    failed: Object.fromEntries([...failed].toSorted()),
  };
};

const counted = (runs: readonly OneRun[]) => {
  const real = runs.filter(({ dry }) => !dry);
  const failed = bots.flatMap((bot): [string, number][] => {
    const own = real.filter((one) => one.bot === bot && one.state === 'FAILED').length;
    return own === 0 ? [] : [[bot, own]];
  });
  return {
    runs: real.length,
    cost: real.reduce((sum, { cost }) => sum + cost, 0),
    saved: real.reduce((sum, { state, saved }) => sum + (state === 'SUCCEEDED' ? saved : 0), 0),
    failed: Object.fromEntries(failed),
  };
};

describe('the counters of runs', () => {
  it('are read anew after each end, also where somebody reads while they are written', async () => {
    const scene = openScene(world);
    const one: OneRun = {
      bot: 'bot_1',
      state: 'FAILED',
      later: 0,
      cost: 1,
      saved: 0,
      dry: false,
      told: [],
    };
    for (let n = 1; n <= 5; n += 1) {
      const id = await endOf(scene, one);
      const beside = Array.from({ length: 4 }, () => countedIn(scene));
      await Promise.all([settle(scene, id), ...beside, settle(scene, id)]);
      expect(await countedIn(scene)).toMatchObject({ runs: n, cost: n, failed: { bot_1: n } });
      expect(await countedIn(scene)).toMatchObject({ runs: n, failed: { bot_1: n } });
    }
  });

  it('of days that have passed are read once', async () => {
    const scene = openScene(world);
    const { db, taken } = countedDatabase(scene.db);
    const store = statisticsStore(db, scene.tenant_id);
    const month = () => store.withFailed('2026-08-03', '2026-09-01', 'day');
    await month();
    expect(taken().calls).toBe(30);
    await store.add({
      _id: 'exc_1',
      bot_id: 'bot_1',
      kind: { state: 'FAILED', bot_type: 'scheduled_bot' },
      ended_at: '2026-09-01T11:00:00.000Z',
      cost: 0,
      minutes_saved: 0,
    });
    taken();
    expect((await month()).failed).toEqual(new Map([['bot_1', 1]]));
    expect(taken().calls).toBe(1);
  });

  it('are those of a full count, wherever processes die between an end and its count', async () => {
    const histories = fc.array(oneRun, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const scene = openScene(world);
        const ids: string[] = [];
        for (const one of history) {
          const id = await endOf(scene, one);
          ids.push(id);
          await tellBadly(scene, id, one.told);
        }
        // The sweep tells again of what is not settled; here of everything, twice, all at once.
        await Promise.all([...ids, ...ids].map((id) => settle(scene, id)));
        expect(await countedIn(scene)).toEqual(counted(history));
      }),
      { numRuns: cases({ usual: 40, thorough: 1000 }) },
    );
  });

  it('hold only what may be told again, however many runs were counted', async () => {
    const scene = openScene(world);
    const one = { bot: 'bot_1', state: 'SUCCEEDED' as const, later: 0, cost: 0 };
    for (let n = 0; n < 60; n += 1) {
      await settle(scene, await endOf(scene, { ...one, saved: 0, dry: false, told: [] }));
    }
    const kind = '2026-09-01#SUCCEEDED#scheduled_bot#-#-';
    const item = await getItem(scene.db, runStatisticsTable, { tenant_id: scene.tenant_id, kind });
    const marks = Object.keys(item ?? {}).filter((name) => name.startsWith('s_'));
    expect([item?.h12, marks.length <= 5]).toEqual([60, true]);
  });

  it('do not count one that was settled while somebody slow was about to count it', async () => {
    const { db, tenant_id } = openScene(world);
    const key = { tenant_id, kind: 'one' };
    const counters = countedOnce(db, runStatisticsTable);
    const counting = (id: string) => ({ key, id, amounts: { h00: 1 } });
    let told = false;
    await counters.addAgain(counting('slow'), async () => {
      // Meanwhile it is counted and settled, and its mark leaves the item with later counts.
      if (told) return true;
      for (const id of ['slow', 'a', 'b', 'c', 'd']) {
        await counters.add(counting(id));
        counters.isSettled(counting(id));
      }
      told = true;
      return false;
    });
    expect((await getItem(db, runStatisticsTable, key))?.h00).toBe(5);
  });
});

describe('the counters of approvals', () => {
  const ask = (scene: Scene): Promise<string> => {
    scene.time.now += 1;
    return pendingApproval(scene, 'May I?');
  };

  const tell = (scene: Scene, db: Database, id: string) =>
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
            await tell(scene, dyingDatabase(scene.db, dies).db, id).catch(() => undefined);
          }
        }
        await ask(scene);
        await Promise.all([...ids.keys(), ...ids.keys()].map((id) => tell(scene, scene.db, id)));
        const all = [...ids.values()];
        const wanted = ended.flatMap((one) => {
          const count = all.filter((status) => status === one).length;
          return count === 0 ? [] : [[one, count]];
        });
        const counts = await approvalCountStore(scene.db, scene.tenant_id).all();
        expect(counts).toEqual({ ...Object.fromEntries(wanted), pending: 1 });
      }),
      { numRuns: cases({ usual: 15, thorough: 300 }) },
    );
  });
});
