import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { arrowProblems } from './check/arrows.ts';
import { readProblems } from './check/reads.ts';
import { settingsProblems } from './check/settings.ts';
import { shapeProblems } from './check/shape.ts';
import { viewOf } from './graph.ts';
import { structureOf } from './structure.ts';

/**
 * Everything that keeps a graph from running, each with the node it is about and the sentence
 * shown. A graph without problems ends, whatever its nodes answer.
 */
export const check = (graph: Graph): Problem[] => {
  const view = viewOf(graph);
  const structure = structureOf(view);
  return [
    ...shapeProblems(graph, view),
    ...arrowProblems(view),
    ...structure.problems,
    ...view.nodes.flatMap((node) => settingsProblems(node, view)),
    ...readProblems(view, structure),
  ];
};
