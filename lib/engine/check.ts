import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { arrowProblems } from './check/arrows.ts';
import { settingsProblems } from './check/settings.ts';
import { shapeProblems } from './check/shape.ts';
import { viewOf } from './graph.ts';

/**
 * Everything that keeps a graph from running, each with the node it is about and the sentence
 * shown. A graph without problems ends, whatever its nodes answer (architecture, section 4).
 */
export const check = (graph: Graph): Problem[] => {
  const view = viewOf(graph);
  return [
    ...shapeProblems(graph, view),
    ...arrowProblems(view),
    ...view.nodes.flatMap((node) => settingsProblems(node, view)),
  ];
};
