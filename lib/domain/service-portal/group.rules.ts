import type { Graph, GraphEdge, GraphNode } from '../bots/bot.schema.ts';
import { handlesOf, isPassedBy } from '../bots/node.schema.ts';
import type { NodeKind } from '../bots/node-kind.schema.ts';
import type { StepGroup, StepKind } from './portal.schema.ts';
import { alone } from './step.rules.ts';

/** Spec 3 section 4; every other kind of node is a Process. */
const stepKinds: Partial<Record<NodeKind, StepKind>> = {
  user_input: 'Input',
  approval: 'Approve',
  delay: 'Wait',
};

const kindOf = ({ type }: GraphNode): StepKind => stepKinds[type] ?? 'Process';

/** They mark where a run begins and ends, or what a drawing means: nobody follows them. */
const unshown = new Set<NodeKind>(['start', 'end', 'note']);

/** Nor does anybody follow what is switched off: every run passes it by. */
const isFollowed = (node: GraphNode): boolean => !unshown.has(node.type) && !isPassedBy(node);

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
 * Approve is one of its own (spec 3 section 4).
 */
export const stepGroups = (graph: Graph): StepGroup[] => {
  const groups: StepGroup[] = [];
  for (const node of walk(graph).filter(isFollowed)) {
    const kind = kindOf(node);
    const step = { id: node.id, type: node.type, name: node.name };
    const last = groups.at(-1);
    if (last?.kind === kind && !alone.has(kind)) last.steps.push(step);
    else groups.push({ kind, steps: [step] });
  }
  return groups;
};
