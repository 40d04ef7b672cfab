import type { Graph, GraphEdge, GraphNode } from '../bots/bot.schema.ts';
import { handlesOf, isSkipped, type KindBehaviour, nodeFacts } from '../bots/node-facts.schema.ts';
import { questions } from '../questions/question.schema.ts';
import type { StepGroup, StepKind } from './portal.schema.ts';
import { personStepKinds } from './step.rules.ts';

/**
 * The step kind of nodes by what they do. Nodes that only mark a place are no steps, and each kind
 * of question has a step kind of its own.
 */
const stepKinds: Record<Exclude<KindBehaviour, 'marks' | 'asks'>, StepKind> = {
  decides: 'Process',
  opens: 'Process',
  closes: 'Process',
  waits: 'Wait',
  acts: 'Process',
};

/** The step kind of a node; undefined if it is no step, or if every run skips it. */
const kindOf = (node: GraphNode): StepKind | undefined => {
  const facts = nodeFacts[node.type];
  if (facts.does === 'marks' || isSkipped(node)) return undefined;
  return facts.does === 'asks' ? questions[facts.question].step : stepKinds[facts.does];
};

/**
 * The targets of each node's edges: the main way (yes, approved) before the others, so that the
 * order does not depend on which edge was drawn first.
 */
const targetsOf = ({ nodes, edges }: Graph): Map<string, string[]> => {
  const ways = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const rank = ({ source, sourceHandle = 'next' }: GraphEdge): number =>
    ways.get(source)?.indexOf(sourceHandle) ?? 0;
  const targets = new Map<string, string[]>();
  for (const edge of edges.toSorted((a, b) => rank(a) - rank(b))) {
    targets.set(edge.source, [...(targets.get(edge.source) ?? []), edge.target]);
  }
  return targets;
};

/**
 * The nodes in the order in which people follow them: along the edges from the start, each once, a
 * whole branch before the next one, and a node where branches meet after all of them.
 */
const orderedNodes = (graph: Graph): GraphNode[] => {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const targets = targetsOf(graph);
  const start = graph.nodes.find(({ type }) => type === 'start');
  const seen = new Set<string>();
  const finished: GraphNode[] = [];
  const stack = start ? [{ id: start.id, pending: [...(targets.get(start.id) ?? [])] }] : [];
  if (start) seen.add(start.id);
  // Without recursion, because a graph may be deeper than the call stack.
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.pending.pop();
    if (next === undefined) {
      const node = byId.get(top.id);
      if (node) finished.push(node);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      stack.push({ id: next, pending: [...(targets.get(next) ?? [])] });
    }
  }
  return finished.reverse();
};

/**
 * The steps of an app, grouped: adjacent steps of the same kind form one group, except that every
 * Input and every Approve step has a group of its own.
 */
export const stepGroups = (graph: Graph): StepGroup[] => {
  const groups: StepGroup[] = [];
  for (const node of orderedNodes(graph)) {
    const kind = kindOf(node);
    if (!kind) continue;
    const step = { id: node.id, type: node.type, name: node.name };
    const last = groups.at(-1);
    if (last?.kind === kind && !personStepKinds.has(kind)) last.steps.push(step);
    else groups.push({ kind, steps: [step] });
  }
  return groups;
};
