import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { backwardArrows, type GraphView, reachableIds } from '../graph.ts';
import { problemAt } from './arrows.ts';

const startProblems = ({ nodes }: GraphView): Problem[] => {
  const [first, ...others] = nodes.filter(({ type }) => type === 'start');
  if (!first) return [{ message: 'The bot has no start. Add a Start node.' }];
  return others.map((node) =>
    problemAt(node, `"${node.name}" is a second start; a bot has one. Remove it.`),
  );
};

/** The nodes that have the same key as an earlier node. */
const repeatedNodes = (
  nodes: readonly GraphNode[],
  keyOf: (node: GraphNode) => string,
): GraphNode[] => {
  const seenKeys = new Set<string>();
  return nodes.filter((node) => {
    const isRepeated = seenKeys.has(keyOf(node));
    seenKeys.add(keyOf(node));
    return isRepeated;
  });
};

const nameProblems = (view: GraphView): Problem[] =>
  repeatedNodes(view.nodes, ({ name }) => name.toLowerCase()).map((node) =>
    problemAt(node, `Another node is also named "${node.name}". Names must be unique: rename one.`),
  );

const idProblems = ({ nodes }: Graph): Problem[] =>
  repeatedNodes(nodes, ({ id }) => id).map((node) =>
    problemAt(
      node,
      `"${node.name}" has the id of another node, "${node.id}". Use a new node instead.`,
    ),
  );

const reachProblems = (view: GraphView): Problem[] => {
  if (!view.start) return [];
  const reachedIds = reachableIds(view);
  return view.nodes
    .filter(({ id, type }) => !reachedIds.has(id) && type !== 'start')
    .map((node) =>
      problemAt(node, `No path from the start leads to "${node.name}". Connect it or remove it.`),
    );
};

const circleProblems = (view: GraphView): Problem[] =>
  backwardArrows(view).map(([source, target]) =>
    source === target
      ? problemAt(source, `"${source.name}" leads back to itself. Remove that arrow.`)
      : problemAt(
          target,
          `"${target.name}" leads back to itself through "${source.name}". Remove an arrow.`,
        ),
  );

/** Nodes that decide the way of a run or open lanes can be neither disabled nor pinned. */
const disabledOrPinnedProblems = ({ nodes }: GraphView): Problem[] =>
  nodes
    .filter(({ type, disabled, pinned }) => !skippableKinds.has(type) && (disabled || pinned))
    .map((node) => {
      const phrase = node.disabled ? 'be switched off' : 'have pinned data';
      return problemAt(node, `"${node.name}" cannot ${phrase}: it decides how the run continues.`);
    });

/** Problems of a graph's shape: one start, all nodes reachable, no cycle, unique names and ids. */
export const shapeProblems = (graph: Graph, view: GraphView): Problem[] => [
  ...startProblems(view),
  ...idProblems(graph),
  ...nameProblems(view),
  ...reachProblems(view),
  ...circleProblems(view),
  ...disabledOrPinnedProblems(view),
];
