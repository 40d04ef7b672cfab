import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { type GraphView, viewOf } from './graph.ts';
import { isOpener, type Structure, structureOf } from './structure.ts';

/** The fields of a node's result that decide how the lane continues. */
export type Outcome = Pick<NodeResult, 'status' | 'handle' | 'error'>;

/** What is next in a lane: a node to run, or its end, with the node at which it ended. */
export type Plan =
  | { next: 'run'; node: GraphNode }
  | { next: 'done' }
  | { next: 'failed' | 'cancelled'; node: GraphNode; reason: string };

/** A bot's graph with the structure of its lanes. */
export type Program = {
  view: GraphView;
  structure: Structure;
  /** The AWS calls that its runs may make. */
  rights?: readonly AwsRight[];
};

/** The part of a graph that one lane walks: from its first node to the node that closes it. */
export type Way = {
  program: Program;
  from: GraphNode | undefined;
  until?: GraphNode | undefined;
  /** Nodes after which the lane ends: the one at which the run stops, and the openers around it. */
  last?: ReadonlySet<string> | undefined;
};

export const programOf = (graph: Graph): Program => {
  const view = viewOf(graph);
  return { view, structure: structureOf(view) };
};

/** The way of a run's own lane, up to a given node if one is named. */
export const wholeWay = (program: Program, stop?: string): Way => ({
  program,
  from: program.view.start,
  last: stop === undefined ? undefined : new Set([stop, ...program.structure.around(stop)]),
});

const donePlan: Plan = { next: 'done' };

/** The node that follows; after an opener that is its closer, where the lanes are joined. */
const nextNodeAfter = (
  { view, structure }: Program,
  node: GraphNode,
  handle: string,
): GraphNode | undefined =>
  isOpener(node) ? structure.closerOf(node.id) : view.next(node.id, handle);

/** What follows a node that has ended. A failure continues where a policy gave it a handle. */
const planAfter = ({ program, until, last }: Way, node: GraphNode, outcome: Outcome): Plan => {
  const { status, handle, error: reason = '' } = outcome;
  const endsLane = handle === undefined || last?.has(node.id);
  const next = endsLane ? undefined : nextNodeAfter(program, node, handle);
  if (next && next === until) return donePlan;
  if (next) return { next: 'run', node: next };
  if (status === 'FAILED' && handle === undefined) return { next: 'failed', node, reason };
  return status === 'CANCELLED' ? { next: 'cancelled', node, reason } : donePlan;
};

/**
 * What is next in a lane, from the graph and the lane's results so far (by node id); a pure
 * function. It walks from the first node, or from a node known to be next. A handle without an
 * arrow ends the lane. The graph has no cycles.
 */
export const plan = (
  way: Way,
  results: ReadonlyMap<string, Outcome>,
  from: GraphNode | undefined = way.from,
): Plan => {
  // A lane may be empty: then its first node is its closer.
  let step: Plan = from && from !== way.until ? { next: 'run', node: from } : donePlan;
  while (step.next === 'run') {
    const outcome = results.get(step.node.id);
    if (!outcome || !isFinal(outcome.status)) break;
    step = planAfter(way, step.node, outcome);
  }
  return step;
};

/** The nodes that a lane went through, in order. */
export const wayTaken = (way: Way, results: ReadonlyMap<string, Outcome>): GraphNode[] => {
  const visited: GraphNode[] = [];
  let node = way.from === way.until ? undefined : way.from;
  while (node) {
    const outcome = results.get(node.id);
    if (!outcome) break;
    visited.push(node);
    if (!isFinal(outcome.status)) break;
    const next = planAfter(way, node, outcome);
    node = next.next === 'run' ? next.node : undefined;
  }
  return visited;
};
