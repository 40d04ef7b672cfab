import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type Outcome, plan, programOf, wayTaken, wholeWay } from './plan.ts';

/** How far a run of a graph has come. */
export type RunProgress = {
  /** The ids of the nodes that it has gone through. */
  passed: ReadonlySet<string>;
  /** The next node; absent where there is none. */
  next: GraphNode | undefined;
};

/** How far a run of this graph with these results has come. */
export const runProgressOf = (
  graph: Graph,
  results: Readonly<Record<string, Outcome>>,
): RunProgress => {
  const way = wholeWay(programOf(graph));
  const resultsById = new Map(Object.entries(results));
  const step = plan(way, resultsById);
  return {
    passed: new Set(wayTaken(way, resultsById).map(({ id }) => id)),
    next: step.next === 'run' ? step.node : undefined,
  };
};
