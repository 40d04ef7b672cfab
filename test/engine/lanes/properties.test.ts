import * as fc from 'fast-check';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { check } from '#lib/engine/check.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { caseCount } from '#test/support/thorough.ts';
import { openHttpTarget } from '../http-target.ts';
import { engineWorld } from '../world.ts';
import { blocks, drawBlock, type DrawnBlock, nestedPairsOf } from './blocks.ts';

const database = openTestDatabase();
const target = openHttpTarget();

/** The same bots in each run; `LANES_SEED` chooses others. */
const bots = caseCount({ usual: 150, thorough: 1000 });
const seed = Number(process.env.LANES_SEED ?? 3);

/** Long enough for a clock that jumps. */
const settings = { deadline_minutes: 525_600, allow_overlap: false };

beforeEach(() => {
  target.seen = [];
});

/** Every node that a run can reach after a node, in any block. */
const nodesAfter = ({ graph }: DrawnBlock, id: string): Set<string> => {
  const view = viewOf(graph);
  const visited = new Set<string>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { id: after } of view.successors(next)) {
      if (visited.has(after)) continue;
      visited.add(after);
      pending.push(after);
    }
  }
  return visited;
};

/** Whether two lanes are, or lie in, different branches or iterations of one opener. */
const areApart = (one: string, other: string): boolean => {
  const [a, b] = [one.split('/'), other.split('/')];
  const at = a.findIndex((step, index) => step !== b[index]);
  const left = a[at] ?? '';
  const right = b[at] ?? '';
  return at >= 0 && left.split('.')[0] === right.split('.')[0] && left !== right;
};

/** The node and the lane of an attempt, from its idempotency key. */
const attemptOf = (key: string): { node: string; lane: string } => {
  const [, node = '', lane = ''] = key.split(':');
  return { node, lane: lane === '0' ? '' : lane };
};

type World = ReturnType<typeof engineWorld>;

const formatResult = ({ status, handle }: NodeResult): string => `${status} ${handle ?? ''}`;

/** The result of a run without times: states and ways of all nodes of all lanes. */
const summarizeRun = async (world: World, run: Execution) => {
  const lanes: Record<string, unknown> = {};
  const formatAll = (results: Record<string, NodeResult>) =>
    Object.fromEntries(Object.entries(results).map(([id, one]) => [id, formatResult(one)]));
  for await (const { lane, state, results } of world.lanes().all(run._id)) {
    lanes[lane] = { state, results: formatAll(results) };
  }
  return { state: run.state, results: formatAll(run.results), lanes };
};

describe('any bot of branches, loops and waits', () => {
  it('ends, and runs no node behind an approval before its decision', async () => {
    const nestedPairs = new Set<string>();
    await fc.assert(
      fc.asyncProperty(blocks, async (block) => {
        for (const [outer, inner] of nestedPairsOf(block)) nestedPairs.add(`${inner} in ${outer}`);
        const drawnBlock = drawBlock(block, target.url);
        expect(check(drawnBlock.graph)).toEqual([]);
        target.seen = [];
        const world = engineWorld(database, [target.pair()]);
        const run = await world.drive(await world.start(drawnBlock.graph), {
          decisions: drawnBlock.decisions,
          onPause: (_, nodeId, lane) => {
            const laterNodes = nodesAfter(drawnBlock, nodeId);
            const earlyCalls = target
              .keys()
              .map(attemptOf)
              .filter(
                ({ node, lane: callLane }) => laterNodes.has(node) && !areApart(callLane, lane),
              );
            expect(earlyCalls).toEqual([]);
          },
        });
        expect(isFinal(run.state)).toBe(true);
        for await (const lane of world.lanes().all(run._id)) {
          expect(`${lane.lane} ${isFinal(lane.state)}`).toBe(`${lane.lane} true`);
        }
        expect(new Set(target.keys()).size).toBe(target.keys().length);
      }),
      { numRuns: bots, seed },
    );
    // Every combination was nested: ten kinds of items, five of which contain others.
    expect(nestedPairs.size).toBe(50);
  });

  it('has the same result wherever the engine calls end', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, fc.integer({ min: 20, max: 200 }), async (block, tick) => {
        const drawnBlock = drawBlock(block, target.url);
        const plan = { decisions: drawnBlock.decisions };
        const world = engineWorld(database, [target.pair()], { settings });
        const undisturbedRun = await world.drive(await world.start(drawnBlock.graph), plan);
        const slow = engineWorld(database, [target.pair()], {
          tick: tick * 1000,
          settings,
        });
        const interruptedRun = await slow.drive(await slow.start(drawnBlock.graph), plan);
        expect(await summarizeRun(slow, interruptedRun)).toEqual(
          await summarizeRun(world, undisturbedRun),
        );
      }),
      { numRuns: Math.ceil(bots / 6), seed },
    );
  });
});
