import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { isLaidOut, tidyGraph } from '#web/components/graph/tidy.ts';
import { mergedGraph } from '../versions/merged-graph.ts';

/** A draft and its changed version in one picture. Positions stay, unless nodes would overlap. */
export const proposedGraph = (before: Graph, after: Graph) => {
  const { graph, marks } = mergedGraph(before, after, compareGraphs(before, after));
  return { graph: isLaidOut(graph) ? graph : tidyGraph(graph), marks };
};
