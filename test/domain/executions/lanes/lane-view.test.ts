import { newBot } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import {
  findNodeResult,
  readLanePage,
  readResultsWithBranches,
} from '#lib/domain/executions/lanes/lane-view.service.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { lanePathOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { noon, openScene, type Scene, statusOf } from '../../scene.ts';
import { result, runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const plannedLanes = (count: number): Partial<NodeResult> => ({
  lanes: { planned: count, succeeded: 0, failed: 0 },
});

const node = (id: string, type: string) => ({ id, type, name: id, position: { x: 0, y: 0 } });

const makeBot = async (scene: Scene) => {
  const kinds = { both: 'parallel', inner: 'parallel', each: 'loop', again: 'parallel' };
  const nodes = Object.entries(kinds).map(([id, type]) => node(id, type));
  const graph = { nodes: [node('start', 'start'), ...nodes], edges: [] };
  return (await scene.bots.createBot(scene.root, newBot.parse({ name: 'Lanes', graph })))._id;
};

/** A run with a parallel, one inside it, and a loop with parallels in its iterations. */
const open = async (turns = 3) => {
  const scene = openScene(world);
  const results = {
    both: result('IN_PROGRESS', plannedLanes(2)),
    each: result('IN_PROGRESS', plannedLanes(turns)),
  };
  const id = await startRun(scene, { bot_id: await makeBot(scene), results });
  const write = (lane: string, fields: Partial<Lane> = {}) =>
    laneStore(scene.db, scene.tenant_id).create(id, {
      lane,
      state: 'IN_PROGRESS',
      results: {},
      inline_bytes: 0,
      errors: [],
      created_at: isoTime(noon),
      updated_at: isoTime(noon),
      open: 'open',
      ...fields,
    });
  const inner = result('SUCCEEDED', plannedLanes(1));
  await write(lanePathOf('', 'both', 0), { results: { left: result('SUCCEEDED'), inner } });
  await write(lanePathOf('', 'both', 1), { results: { right: result('WAITING_FOR_APPROVAL') } });
  const innerLane = lanePathOf(lanePathOf('', 'both', 0), 'inner', 0);
  await write(innerLane, { results: { deep: result('FAILED') } });
  for (let index = 0; index < turns; index += 1) {
    const turn = lanePathOf('', 'each', index);
    const again = result('SUCCEEDED', plannedLanes(1));
    const done = result('SUCCEEDED', { output: index });
    await write(turn, { item: { host: `web-${index}` }, results: { again, done } });
    await write(lanePathOf(turn, 'again', 0), { results: { hidden: result('SUCCEEDED') } });
  }
  return { scene, run: await runOf(scene, id), id };
};

describe('a run that is shown', () => {
  it('has the results of its branches at any depth, but not of its iterations', async () => {
    const { scene, run } = await open();
    const results = await readResultsWithBranches(scene.db, run);
    expect(Object.keys(results).sort()).toEqual(['both', 'deep', 'each', 'inner', 'left', 'right']);
    expect(results.right?.status).toBe('WAITING_FOR_APPROVAL');
  });

  it('needs no reads if it has no lanes, and none for its iterations', async () => {
    const plainScene = openScene(world);
    const id = await startRun(plainScene, { results: { one: result('SUCCEEDED') } });
    const counter = countedDatabase(plainScene.db);
    expect(await readResultsWithBranches(counter.db, await runOf(plainScene, id))).toHaveProperty(
      'one',
    );
    expect(counter.taken().calls).toBe(0);
    const { scene, run } = await open(40);
    const laneCounter = countedDatabase(scene.db);
    await readResultsWithBranches(laneCounter.db, run);
    // The version, and one read for each of the two parallels.
    expect(laneCounter.taken()).toMatchObject({ calls: 3, items: 4 });
  });
});

describe('the lanes of a node', () => {
  const list = async (
    { scene, run }: Awaited<ReturnType<typeof open>>,
    at: Parameters<typeof readLanePage>[2],
    page: object = {},
  ) => readLanePage(scene.db, run, at, { number_of_items: 10, ...page });

  it('are listed in the order of their indexes, page by page', async () => {
    const setup = await open(12);
    const first = await list(setup, { node_id: 'each' });
    expect(first.items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(first.items[7]).toMatchObject({
      lane: 'each.000007',
      state: 'IN_PROGRESS',
      item: { host: 'web-7' },
      results: { done: { status: 'SUCCEEDED', output: 7 } },
    });
    const { next = '' } = first;
    const second = await list(setup, { node_id: 'each' }, { next });
    expect(second.items.map(({ lane }) => lane)).toEqual(['each.000010', 'each.000011']);
    expect(await statusOf(list(setup, { node_id: 'both' }, { next }))).toBe(400);
    expect(JSON.stringify(first)).not.toMatch(/run_key|lane_key|inline_bytes|"open"/);
  });

  it('are found by their index or state, however many there are', async () => {
    const setup = await open(12);
    const store = laneStore(setup.scene.db, setup.scene.tenant_id);
    const now = isoTime(noon);
    const failed = { state: 'FAILED' as const, updated_at: now, finished_at: now };
    await store.commit(setup.id, 'each.000007', failed);
    const indexes = async (at: object) =>
      (await list(setup, { node_id: 'each', ...at })).items.map(({ index }) => index);
    expect(await indexes({ index: 11 })).toEqual([11]);
    expect(await indexes({ index: 12 })).toEqual([]);
    expect(await indexes({ state: 'FAILED' })).toEqual([7]);
    expect(await indexes({ state: 'FAILED', index: 6 })).toEqual([]);
    const [deep] = (await list(setup, { node_id: 'again', lane: 'each.000002', index: 0 })).items;
    expect(deep).toMatchObject({ lane: 'each.000002/again.000000', index: 0 });
  });

  it('are found inside another lane by its path', async () => {
    const setup = await open();
    const innerLanes = await list(setup, { node_id: 'again', lane: 'each.000002' });
    expect(innerLanes.items.map(({ lane }) => lane)).toEqual(['each.000002/again.000000']);
    expect((await list(setup, { node_id: 'again' })).items).toEqual([]);
    expect((await list(setup, { node_id: 'eac' })).items).toEqual([]);
  });
});

describe("a node's result", () => {
  it('is that of the named lane, or else of the run or branch with the node', async () => {
    const { scene, run } = await open();
    const find = (id: string, lane?: string) => findNodeResult(scene.db, run, id, lane);
    expect(await find('done', 'each.000001')).toMatchObject({ output: 1 });
    expect(await find('deep')).toMatchObject({ status: 'FAILED' });
    expect(await find('both')).toMatchObject({ status: 'IN_PROGRESS' });
    for (const [id, lane] of [
      ['done'],
      ['done', 'each.000009'],
      ['both', 'each.000001'],
    ] as const) {
      expect(await find(id, lane)).toBeUndefined();
    }
    for (const name of ['none', 'toString', '__proto__', '']) {
      expect([await find(name), await find(name, 'each.000001')]).toEqual([undefined, undefined]);
    }
  });
});
