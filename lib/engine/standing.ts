import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type Outcome, plan, programOf, wayTaken, wholeWay } from './plan.ts';

/** Where a run of a graph stands. */
export type Standing = {
  /** The nodes that it has gone through. */
  passed: ReadonlySet<string>;
  /** The node that is next; absent where nothing is. */
  next: GraphNode | undefined;
};

/** Where a run of this graph stands that has these results. */
export const standing = (graph: Graph, results: Readonly<Record<string, Outcome>>): Standing => {
  const way = wholeWay(programOf(graph));
  const known = new Map(Object.entries(results));
  const step = plan(way, known);
  return {
    passed: new Set(wayTaken(way, known).map(({ id }) => id)),
    next: step.next === 'run' ? step.node : undefined,
  };
};
