import type { Graph, GraphEdge, GraphNode } from '../bots/bot.schema.ts';
import { type Does, handlesOf, isPassedBy, nodeFacts } from '../bots/node-facts.schema.ts';
import { questions } from '../questions/question.schema.ts';
import type { StepGroup, StepKind } from './portal.schema.ts';
import { alone } from './step.rules.ts';

/**
 * What people follow a step as. Kinds that only mark a place are no steps, and each kind of
 * question has its own.
 */
const stepKinds: Record<Exclude<Does, 'marks' | 'asks'>, StepKind> = {
  decides: 'Process',
  opens: 'Process',
  closes: 'Process',
  waits: 'Wait',
  acts: 'Process',
};

/** The step that a node is; undefined where it is none, or every run passes it by. */
const kindOf = (node: GraphNode): StepKind | undefined => {
  const own = nodeFacts[node.type];
  if (own.does === 'marks' || isPassedBy(node)) return undefined;
  return own.does === 'asks' ? questions[own.question].step : stepKinds[own.does];
};

/**
 * Where the arrows of each node lead: the way that is meant (yes, approved) before the others, so
 * that the order does not depend on which arrow was drawn first.
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
 * The nodes of a graph in the order in which people follow them: from the start along the arrows,
 * each once, a whole branch before the next one and what follows a meeting after all of its ways.
 */
const walk = (graph: Graph): GraphNode[] => {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const targets = targetsOf(graph);
  const start = graph.nodes.find(({ type }) => type === 'start');
  const seen = new Set<string>();
  const finished: GraphNode[] = [];
  const open = start ? [{ id: start.id, left: [...(targets.get(start.id) ?? [])] }] : [];
  if (start) seen.add(start.id);
  // By hand, because a graph may be deeper than the stack.
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.left.pop();
    if (next === undefined) {
      const node = byId.get(top.id);
      if (node) finished.push(node);
      open.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      open.push({ id: next, left: [...(targets.get(next) ?? [])] });
    }
  }
  return finished.reverse();
};

/**
 * The steps of an app: neighbours of the same kind are one group, except that each Input and each
 * Approve is one of its own.
 */
export const stepGroups = (graph: Graph): StepGroup[] => {
  const groups: StepGroup[] = [];
  for (const node of walk(graph)) {
    const kind = kindOf(node);
    if (!kind) continue;
    const step = { id: node.id, type: node.type, name: node.name };
    const last = groups.at(-1);
    if (last?.kind === kind && !alone.has(kind)) last.steps.push(step);
    else groups.push({ kind, steps: [step] });
  }
  return groups;
};
