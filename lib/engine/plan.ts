import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { type GraphView, viewOf } from './graph.ts';
import { isOpener, type Structure, structureOf } from './structure.ts';

/** What of a node's result decides the way. */
export type Outcome = Pick<NodeResult, 'status' | 'handle' | 'error'>;

/** What is next in a lane: a node to run, or one of its ends with the node that it ended at. */
export type Plan =
  | { next: 'run'; node: GraphNode }
  | { next: 'done' }
  | { next: 'failed' | 'cancelled'; node: GraphNode; why: string };

/** A bot's graph with its lanes. */
export type Program = {
  view: GraphView;
  structure: Structure;
  /** The calls of AWS that its runs may make. */
  rights?: readonly AwsRight[];
};

/** The part of a graph that one lane goes through: from its first node up to what closes it. */
export type Way = {
  program: Program;
  from: GraphNode | undefined;
  until?: GraphNode | undefined;
  /** Nodes after which nothing comes: the one that the run stops at, and the openers around it. */
  last?: ReadonlySet<string> | undefined;
};

export const programOf = (graph: Graph): Program => {
  const view = viewOf(graph);
  return { view, structure: structureOf(view) };
};

/** The way of a run itself, up to a node where one is named. */
export const wholeWay = (program: Program, stop?: string): Way => ({
  program,
  from: program.view.start,
  last: stop === undefined ? undefined : new Set([stop, ...program.structure.around(stop)]),
});

const noWay: Plan = { next: 'done' };

/** Lanes come back together where they are closed. */
const following = (
  { view, structure }: Program,
  node: GraphNode,
  handle: string,
): GraphNode | undefined =>
  isOpener(node) ? structure.closerOf(node.id) : view.next(node.id, handle);

/** What follows a node that has come to its end. A failure goes on where a policy gave it a way. */
const after = ({ program, until, last }: Way, node: GraphNode, outcome: Outcome): Plan => {
  const { status, handle, error: why = '' } = outcome;
  const ends = handle === undefined || last?.has(node.id);
  const next = ends ? undefined : following(program, node, handle);
  if (next && next === until) return noWay;
  if (next) return { next: 'run', node: next };
  if (status === 'FAILED' && handle === undefined) return { next: 'failed', node, why };
  return status === 'CANCELLED' ? { next: 'cancelled', node, why } : noWay;
};

/**
 * What is next in a lane, from the graph and the lane's results so far (by node id), pure. It reads
 * the way from its first node on, or from a node known to be the next; a way out that leads nowhere
 * ends the lane. The graph has no circles.
 */
export const plan = (
  way: Way,
  results: ReadonlyMap<string, Outcome>,
  from: GraphNode | undefined = way.from,
): Plan => {
  // A lane may be empty: its first node is what closes it.
  let step: Plan = from && from !== way.until ? { next: 'run', node: from } : noWay;
  while (step.next === 'run') {
    const outcome = results.get(step.node.id);
    if (!outcome || !isFinal(outcome.status)) break;
    step = after(way, step.node, outcome);
  }
  return step;
};

/** The nodes that a lane went through, in their order. */
export const wayTaken = (way: Way, results: ReadonlyMap<string, Outcome>): GraphNode[] => {
  const taken: GraphNode[] = [];
  let node = way.from === way.until ? undefined : way.from;
  while (node) {
    const outcome = results.get(node.id);
    if (!outcome) break;
    taken.push(node);
    if (!isFinal(outcome.status)) break;
    const next = after(way, node, outcome);
    node = next.next === 'run' ? next.node : undefined;
  }
  return taken;
};
