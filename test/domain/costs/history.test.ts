import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { modelCostsOf } from '#lib/domain/costs/model-history.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { lanePathOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { commit, finish, result, startRun } from '../executions/runs.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

const drawing = 'start -> ask:approval -approved-> fix:http_request -> end';

/** A bot with one approval and one call. */
const openBot = async () => {
  const scene = openScene(world);
  const bot = newBot.parse({ name: 'Isolate', graph: draw(drawing) });
  const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
  const cost = () => scene.bots.getBotCost(scene.root, { bot_id });
  return { scene, bot_id, cost };
};

type Fields = Partial<Execution>;

/** The results of its run with a call of `ms` milliseconds; the approval waited for a day. */
const resultsOf = (ms: number) => ({
  start: result('SUCCEEDED', { handle: 'next', duration_ms: 0 }),
  ask: result('SUCCEEDED', { handle: 'approved', duration_ms: 86_400_000 }),
  fix: result('SUCCEEDED', { handle: 'next', duration_ms: ms }),
  end: result('SUCCEEDED', { duration_ms: 0 }),
});

const begin = (scene: Scene, bot_id: string, fields: Fields): Promise<string> => {
  scene.time.now += 1000;
  const _id = timedId('exc', scene.time.now);
  return startRun(scene, { _id, bot_id, ...fields });
};

const end = async (scene: Scene, bot_id: string, ms: number, fields: Fields = {}) => {
  const id = await begin(scene, bot_id, { results: resultsOf(ms), ...fields });
  await finish(scene, id);
  return id;
};

/** The price of one GB of memory for one second, in US dollars. */
const gbSecond = 0.0000133334;

describe('the cost of the last runs of a bot', () => {
  it('is not shown before three runs have ended', async () => {
    const { scene, bot_id, cost } = await openBot();
    expect(await cost()).toEqual({ runs: 0, versions: [] });
    await end(scene, bot_id, 100);
    await end(scene, bot_id, 100);
    await begin(scene, bot_id, { results: resultsOf(100) });
    expect(await cost()).toEqual({ runs: 2, versions: [1] });
    await end(scene, bot_id, 100);
    expect(await cost()).toMatchObject({ runs: 3, costs: { median: {}, highest: {} } });
  });

  it('is the median and the highest; the time of people is free', async () => {
    const { scene, bot_id, cost } = await openBot();
    for (const ms of [90_000, 1000, 2000]) await end(scene, bot_id, ms);
    const { costs } = await cost();
    const functions = costs?.median.functions ?? 0;
    // Two seconds for the call, plus the run's own calls: far from a day.
    expect(functions).toBeGreaterThan(2 * gbSecond);
    expect(functions).toBeLessThan(3 * gbSecond);
    const difference = (costs?.highest.functions ?? 0) - functions;
    expect(difference).toBeCloseTo(88 * gbSecond, 9);
    expect(costs?.highest.transitions).toBe(costs?.median.transitions);
    await end(scene, bot_id, 4000);
    const newMedian = (await cost()).costs?.median.functions ?? 0;
    expect(newMedian - functions).toBeCloseTo(gbSecond, 9);
  });

  it('includes failed and aborted runs up to their end', async () => {
    const { scene, bot_id, cost } = await openBot();
    for (let times = 0; times < 3; times += 1) await end(scene, bot_id, 100);
    const completeCosts = (await cost()).costs;
    const { start } = resultsOf(0);
    const ask = result('CANCELLED', { error: 'Aborted.' });
    for (const state of ['CANCELLED', 'FAILED', 'FAILED', 'CANCELLED'] as const) {
      const id = await begin(scene, bot_id, { results: { start, ask } });
      await commit(scene, id, { state, finished_at: new Date(scene.time.now).toISOString() });
    }
    const { runs, costs } = await cost();
    expect(runs).toBe(7);
    expect(costs?.highest).toEqual(completeCosts?.highest);
    expect(costs?.median.total).toBeLessThan(completeCosts?.median.total ?? 0);
  });

  it('covers the newest twenty runs, and names their versions', async () => {
    const { scene, bot_id, cost } = await openBot();
    await end(scene, bot_id, 600_000);
    const change = newBot.parse({ name: 'Isolate', graph: draw(drawing) });
    await scene.bots.updateBot(scene.root, { ...change, bot_id, base_version: 1 });
    for (let times = 0; times < 20; times += 1) {
      await end(scene, bot_id, 100, { version: times < 2 ? 1 : 2 });
    }
    const { runs, versions, costs } = await cost();
    expect([runs, versions]).toEqual([20, [2, 1]]);
    expect(costs?.highest.functions).toBeLessThan(gbSecond);
  });

  it('ignores dry, partial, resumed and empty runs', async () => {
    const { scene, bot_id, cost } = await openBot();
    const ignoredRuns: Fields[] = [
      { options: { dry_run: true } },
      { options: { use_pins: true } },
      { options: { until: 'ask' } },
      { options: { resumed_from: 'exc_1' } },
      { options: { only: { node_id: 'each', index: 1 } } },
      { results: {} },
      { version: 7 },
    ];
    for (const fields of ignoredRuns) await end(scene, bot_id, 100, fields);
    expect(await cost()).toEqual({ runs: 0, versions: [] });
    for (let times = 0; times < 3; times += 1) {
      await end(scene, bot_id, 100, { options: { caching_settings: false } });
    }
    expect(await cost()).toMatchObject({ runs: 3 });
  });

  it('covers only this bot in this organisation', async () => {
    const { scene, bot_id, cost } = await openBot();
    const otherBot = await openBot();
    for (let times = 0; times < 3; times += 1) {
      await end(scene, 'bot_other', 100);
      await end(otherBot.scene, bot_id, 100);
    }
    expect(await cost()).toEqual({ runs: 0, versions: [] });
    const call = otherBot.scene.bots.getBotCost(otherBot.scene.root, { bot_id });
    expect(await statusOf(call)).toBe(404);
  });
});

describe('the cost of the models of a bot', () => {
  const modelResult = (cost?: number, outputFields = {}) =>
    result('SUCCEEDED', {
      handle: 'yes',
      output: {
        branch: 'yes',
        question_hash: 'a'.repeat(64),
        ...(cost !== undefined && { cost }),
        ...outputFields,
      },
    });

  it('is shown once three runs have asked a model', async () => {
    const { scene, bot_id, cost } = await openBot();
    for (const modelCost of [0.004, 0.001]) {
      await end(scene, bot_id, 100, {
        results: { ...resultsOf(100), fix: modelResult(modelCost) },
      });
    }
    await end(scene, bot_id, 100);
    expect((await cost()).models).toBeUndefined();
    await end(scene, bot_id, 100, { results: { ...resultsOf(100), fix: modelResult(0.002) } });
    const models = { runs: 3, median: 0.002, highest: 0.004, unpriced: false };
    expect(await cost()).toMatchObject({ runs: 4, models });
  });

  it('ignores cached results, and marks prices that are unknown', async () => {
    const { scene, bot_id, cost } = await openBot();
    const cachedResult = { ...modelResult(9), cached: true as const };
    for (const fix of [modelResult(0.001), modelResult(0.001), modelResult(), cachedResult]) {
      await end(scene, bot_id, 100, { results: { ...resultsOf(100), fix } });
    }
    expect((await cost()).models).toEqual({
      runs: 3,
      median: 0.001,
      highest: 0.001,
      unpriced: true,
    });
  });

  it('includes tokens, for runs whose models reported all of them', async () => {
    const { scene, bot_id, cost } = await openBot();
    const tokens = (input_tokens: number, extraFields = {}) =>
      modelResult(undefined, { input_tokens, output_tokens: 40, ...extraFields });
    const silent = modelResult(undefined, { input_tokens: 9 });
    for (const fix of [tokens(1000), tokens(2000, { suggestion_tokens: 3 }), silent]) {
      await end(scene, bot_id, 100, { results: { ...resultsOf(100), fix } });
    }
    expect((await cost()).models).toMatchObject({ unpriced: true, highest: 0, tokens: 1542 });
  });

  it('assumes that unread iterations of a loop cost as much as read iterations', () => {
    const visit = { status: 'SUCCEEDED' as const, attempt: 1, input: 0, output: 0 };
    const ask = { ...visit, answer: { cost: 0.01, tokens: 500 } };
    const each = { ...visit, answer: undefined, lanes: { planned: 40, succeeded: 38, failed: 2 } };
    const lanes = Array.from({ length: 20 }, (_, n) => ({
      lane: lanePathOf(wholeRun, 'each', n),
      results: { ask },
      item: 0,
    }));
    const run = {
      _id: 'exc_1',
      version: 1,
      trigger: { type: 'manual', user_id: 'anna@example.com' },
      options: {},
      state: 'SUCCEEDED',
      results: { each },
      input: 0,
      lanes,
    } as const;
    const costs = modelCostsOf([run, run, run]);
    expect(costs?.median).toBeCloseTo(0.4);
    expect(costs?.tokens).toBe(20_000);
  });
});
