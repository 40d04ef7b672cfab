import type { GraphEdge, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, isInRuns, opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import { type GraphView, handleOf } from '../graph.ts';

/** A problem that is shown at a node. */
export const problemAt = (node: GraphNode, message: string): Problem => ({
  node_id: node.id,
  message,
});

const notInRuns = 'A note is not a part of the run.';

/** Why an arrow must not end at a node: no arrow leads to the start or to a note. */
const endProblem = (target: GraphNode): string | undefined => {
  if (target.type === 'start') return 'No arrow can lead to the start.';
  return isInRuns(target) ? undefined : notInRuns;
};

const beginProblem = (source: GraphNode, handle: string): string | undefined => {
  const handles = handlesOf(source);
  if (handles.length === 0) {
    return isInRuns(source) ? 'No arrow can begin at an end.' : notInRuns;
  }
  if (handles.includes(handle)) return undefined;
  return `It has no output named "${handle}", only ${handles.join(' and ')}.`;
};

const arrowProblem = (view: GraphView, edge: GraphEdge): Problem[] => {
  const source = view.find(edge.source);
  const target = view.find(edge.target);
  if (!source || !target) {
    const existingNode = source ?? target;
    const message = 'an arrow leads to or from a node that does not exist. Remove it.';
    return [
      existingNode
        ? problemAt(existingNode, `At "${existingNode.name}" ${message}`)
        : { message: `Here ${message}` },
    ];
  }
  const reason = beginProblem(source, handleOf(edge)) ?? endProblem(target);
  if (!reason) return [];
  return [
    problemAt(source, `The arrow from "${source.name}" to "${target.name}" is wrong. ${reason}`),
  ];
};

const exitKeyOf = (edge: GraphEdge): string => `${edge.source}\n${handleOf(edge)}`;

/** Each branch begins at another node: two arrows to one node would be the same branch twice. */
const repeatedTargetProblems = (
  view: GraphView,
  source: GraphNode,
  edges: GraphEdge[],
): Problem[] =>
  [...Map.groupBy(edges, ({ target }) => target)]
    .filter(([, parallelEdges]) => parallelEdges.length > 1)
    .map(([target]) => {
      const name = view.find(target)?.name ?? target;
      return problemAt(source, `"${source.name}" has two arrows to "${name}". Keep one.`);
    });

const repeatedExitProblems = (view: GraphView): Problem[] =>
  [...Map.groupBy(view.edges, exitKeyOf).values()].flatMap((edges) => {
    const [first] = edges;
    const source = first && view.find(first.source);
    if (!first || !source || edges.length === 1) return [];
    if (opensBranches(source.type)) return repeatedTargetProblems(view, source, edges);
    const exitText = handlesOf(source).length > 1 ? ` at "${handleOf(first)}"` : '';
    const count = `${edges.length} arrows`;
    return [
      problemAt(source, `"${source.name}" has ${count}${exitText}; a run takes one. Keep one.`),
    ];
  });

/** Problems of arrows: each must join two nodes, and each handle leads to at most one node. */
export const arrowProblems = (view: GraphView): Problem[] => [
  ...view.edges.flatMap((edge) => arrowProblem(view, edge)),
  ...repeatedExitProblems(view),
];
