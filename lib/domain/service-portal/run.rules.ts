import type { Graph, GraphNode } from '../bots/bot.schema.ts';
import { askingKinds, openerOf, opensTurns } from '../bots/node-facts.schema.ts';
import type { NodeResult, WaitingFor } from '../executions/execution.schema.ts';
import type { Decision } from '../executions/outcome/outcome.schema.ts';
import { askingStateOf } from '../questions/question.schema.ts';
import type { StepStatus } from './portal.schema.ts';

const closesTurns = ({ type }: GraphNode): boolean => {
  const opener = openerOf(type);
  return opener !== undefined && opensTurns(opener);
};

/** The innermost loop around each node, found along the edges from the start. */
const loopsAround = ({ nodes, edges }: Graph): Map<string, string> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const loopsByNode = new Map<string, string[]>();
  const start = nodes.find(({ type }) => type === 'start');
  const waiting: [node: GraphNode, loops: string[]][] = start ? [[start, []]] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, loops] = next;
    if (loopsByNode.has(node.id)) continue;
    loopsByNode.set(node.id, closesTurns(node) ? loops.slice(0, -1) : loops);
    const innerLoops = opensTurns(node.type)
      ? [...loops, node.id]
      : (loopsByNode.get(node.id) ?? []);
    for (const { source, target } of edges) {
      const found = source === node.id ? byId.get(target) : undefined;
      if (found) waiting.push([found, innerLoops]);
    }
  }
  return new Map(
    [...loopsByNode].flatMap(([id, loops]) => (loops.at(-1) ? [[id, loops.at(-1) ?? '']] : [])),
  );
};

/**
 * The status of each step of a run, by node id. Results inside a loop belong to its iterations, so
 * a step there has the status of its loop, unless the run is waiting at it.
 */
export const statusesOfRun = (
  graph: Graph,
  results: Readonly<Record<string, NodeResult>>,
  waits: readonly WaitingFor[],
): Record<string, StepStatus> => {
  const loops = loopsAround(graph);
  const waitStates = new Map(
    waits.map(({ node_id, kind }) => [node_id, askingStateOf(kind) ?? ('IN_PROGRESS' as const)]),
  );
  const statusOf = (id: string): StepStatus | undefined => {
    const waitState = waitStates.get(id);
    if (waitState) return waitState;
    if (Object.hasOwn(results, id)) return results[id]?.status;
    const loop = loops.get(id);
    return loop === undefined ? undefined : statusOf(loop);
  };
  return Object.fromEntries(
    graph.nodes.flatMap(({ id }) => {
      const status = statusOf(id);
      return status ? [[id, status]] : [];
    }),
  );
};

/**
 * What people decided at each step that asks them, by node id; within a loop, in all iterations
 * together.
 */
export const decisionsOfRun = (
  graph: Graph,
  results: Readonly<Record<string, NodeResult>>,
): Record<string, Decision> => {
  const loops = loopsAround(graph);
  const decisionAt = (id: string): Decision | undefined => {
    if (Object.hasOwn(results, id)) return results[id]?.decision;
    const loop = loops.get(id);
    return loop === undefined ? undefined : decisionAt(loop);
  };
  return Object.fromEntries(
    graph.nodes.flatMap(({ id, type }) => {
      const decision = askingKinds.has(type) ? decisionAt(id) : undefined;
      return decision ? [[id, decision]] : [];
    }),
  );
};
