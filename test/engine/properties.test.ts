import * as fc from 'fast-check';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { check } from '#lib/engine/check.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { type Outcome, plan, programOf, wholeWay } from '#lib/engine/plan.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { drawRun } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();

const kinds = ['condition', 'delay', 'approval', 'http_request', 'end'] as const;
type Kind = (typeof kinds)[number];

/** How a node behaves in a random bot. */
type NodePlan = {
  kind: Kind;
  from: number;
  yes: boolean;
  decision: 'approve' | 'reject' | 'ignore';
};

const nodePlan: fc.Arbitrary<NodePlan> = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.nat(),
  yes: fc.boolean(),
  decision: fc.constantFrom('approve', 'reject', 'ignore'),
});

const settingsOf = ({ kind, yes }: NodePlan, id: string): Record<string, unknown> => {
  if (kind === 'condition') return { expression: `{% ${yes} %}` };
  if (kind === 'delay') return { seconds: 5 };
  if (kind === 'approval') return { message: 'May it?' };
  return kind === 'http_request' ? { url: target.url(id) } : {};
};

/** Acyclic: each node follows a free handle of an earlier one; further arrows lead forward. */
const graphOf = (plans: readonly NodePlan[], joins: readonly number[]): Graph => {
  const node = (id: string, type: GraphNode['type'], settings = {}): GraphNode => ({
    id,
    type,
    name: id,
    position: { x: 0, y: 0 },
    settings,
  });
  const nodes = [node('start', 'start')];
  const edges: Graph['edges'] = [];
  const openHandles: [source: string, handle: string, rank: number][] = [['start', 'next', 0]];
  const join = (at: number, to: string) => {
    const [[source, sourceHandle] = ['', '']] = openHandles.splice(at % openHandles.length, 1);
    edges.push({ id: `e${edges.length}`, source, sourceHandle, target: to });
  };
  for (const one of plans) {
    if (openHandles.length === 0) break;
    const id = `n${nodes.length}`;
    nodes.push(node(id, one.kind, settingsOf(one, id)));
    join(one.from, id);
    for (const handle of nodeFacts[one.kind].handles)
      openHandles.push([id, handle, nodes.length - 1]);
  }
  for (const at of joins) {
    const [, , rank = 0] = openHandles[at % openHandles.length] ?? [];
    const laterNodes = nodes.slice(rank + 1);
    const goal = laterNodes[at % laterNodes.length];
    if (goal && openHandles.length > 0) join(at % openHandles.length, goal.id);
  }
  return { nodes, edges };
};

const bot = fc.tuple(fc.array(nodePlan, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 6 }));
const databaseFailure = fc.record({
  at: fc.integer({ min: 1, max: 14 }),
  when: fc.constantFrom('before' as const, 'after' as const),
});

const decisionsOf = (plans: readonly NodePlan[]) =>
  Object.fromEntries(plans.map(({ decision }, index) => [`n${index + 1}`, decision]));

const isRequest = ({ nodes }: Graph, id: string): boolean =>
  nodes.some((node) => node.id === id && node.type === 'http_request');

/** Every node that a run can reach through this node's handles. */
const nodesAfter = (graph: Graph, id: string): Set<string> => {
  const view = viewOf(graph);
  const found = new Set<string>();
  const pending = [...view.successors(id)];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!found.has(node.id)) pending.push(...view.successors(node.id));
    found.add(node.id);
  }
  return found;
};

describe('any bot without cycles', () => {
  it('passes the check, and its plan ends whatever its nodes return', () => {
    fc.assert(
      fc.property(bot, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (botPlan, answers) => {
        const graph = graphOf(...botPlan);
        const way = wholeWay(programOf(graph));
        expect(check(graph)).toEqual([]);
        const results = new Map<string, Outcome>();
        let step = plan(way, results);
        while (step.next === 'run') {
          const { id, type } = step.node;
          const handles = nodeFacts[type].handles;
          const handle = handles[(answers[results.size] ?? 0) % handles.length];
          expect(results.has(id)).toBe(false);
          results.set(id, { status: 'SUCCEEDED', ...(handle !== undefined && { handle }) });
          step = plan(way, results);
        }
        expect(step.next).toBe('done');
      }),
      { numRuns: 500 },
    );
  });

  it('ends, and runs no node behind an approval before its decision', async () => {
    await fc.assert(
      fc.asyncProperty(bot, async ([plans, joins]) => {
        const graph = graphOf(plans, joins);
        const world = engineWorld(database, [target.pair()]);
        target.seen = [];
        const run = await world.drive(await world.start(graph), {
          decisions: decisionsOf(plans),
          onPause: ({ results }, nodeId) => {
            const startedNodes = new Set([
              ...Object.keys(results),
              ...target.seen.map(({ path }) => path.slice(1)),
            ]);
            expect([...nodesAfter(graph, nodeId)].filter((id) => startedNodes.has(id))).toEqual([]);
          },
        });
        expect(isFinal(run.state)).toBe(true);
        const steps = drawRun(graph, run).split(/[ :]+/);
        const effects = steps.filter((word) => isRequest(graph, word));
        expect(target.seen.map(({ path }) => path.slice(1))).toEqual(effects);
      }),
      { numRuns: 60 },
    );
  });

  it('ends in the same way wherever a database call fails, with one key per effect', async () => {
    await fc.assert(
      fc.asyncProperty(bot, databaseFailure, async ([plans, joins], fails) => {
        const graph = graphOf(plans, joins);
        const world = engineWorld(database, [target.pair()]);
        const decisions = decisionsOf(plans);
        const undisturbedRun = await world.drive(await world.start(graph), { decisions });
        target.seen = [];
        const interruptedRun = await world.drive(await world.start(graph), { decisions, fails });
        expect(drawRun(graph, interruptedRun)).toBe(drawRun(graph, undisturbedRun));
        const keys = target.keys();
        const effects = Object.keys(interruptedRun.results).filter((id) => isRequest(graph, id));
        expect(new Set(keys)).toEqual(
          new Set(effects.map((id) => `${interruptedRun._id}:${id}:0`)),
        );
        expect(keys.length).toBeLessThanOrEqual(effects.length + 1);
      }),
      { numRuns: 80 },
    );
  });
});
