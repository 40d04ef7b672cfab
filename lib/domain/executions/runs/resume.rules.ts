import { formatCount } from '#lib/kernel/text.ts';
import type { Graph, GraphNode } from '../../bots/bot.schema.ts';
import { closingKinds, opensTurns } from '../../bots/node-facts.schema.ts';
import { isFinal } from '../execution.rules.ts';
import type { Execution, NodeResult, RunOptions } from '../execution.schema.ts';

type Iteration = NonNullable<RunOptions['only']>;

/** Why a run cannot be resumed, as a sentence; undefined if it can. */
export const resumeProblem = ({ state }: Pick<Execution, 'state'>): string | undefined => {
  if (!isFinal(state)) return 'This run has not ended yet. Abort it before you resume it.';
  if (state !== 'SUCCEEDED') return undefined;
  return 'This run came to its end, so nothing is left to resume. Replay it to run it again.';
};

/** Why a run cannot be replayed, as a sentence; undefined if it can. */
export const replayProblem = ({ state }: Pick<Execution, 'state'>): string | undefined =>
  isFinal(state)
    ? undefined
    : 'This run has not ended yet. Abort it, or wait for its end, before you replay it.';

/** Why one loop iteration cannot be run alone, as a sentence; undefined if it can. */
export const iterationProblem = (
  { results }: Pick<Execution, 'results'>,
  { nodes }: Graph,
  { node_id, index }: Iteration,
): string | undefined => {
  const loop = nodes.find(({ id }) => id === node_id);
  if (!loop || !opensTurns(loop.type)) return 'Choose a loop of this bot.';
  const lanes = Object.hasOwn(results, node_id) ? results[node_id]?.lanes : undefined;
  if (!lanes) return `The run did not reach "${loop.name}".`;
  if (index < lanes.planned) return undefined;
  const countText = formatCount(lanes.planned, 'iteration');
  return `"${loop.name}" had ${countText}: there is no iteration ${index + 1}.`;
};

const nodeProblem = (node: GraphNode | undefined): string | undefined => {
  if (!node) return 'Choose a node of this bot.';
  return closingKinds.has(node.type)
    ? `"${node.name}" only closes lanes. Choose the node that opens them.`
    : undefined;
};

const openerHint = 'Inside of branches and iterations, choose the node that opens them.';

/** Why a run cannot be resumed from a node, as a sentence; undefined if it can. */
export const resumeFromProblem = (
  { results }: Pick<Execution, 'results'>,
  { nodes }: Graph,
  nodeId: string,
): string | undefined => {
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node || closingKinds.has(node.type)) return nodeProblem(node);
  if (Object.hasOwn(results, nodeId)) return undefined;
  return `The run itself did not reach "${node.name}". ${openerHint}`;
};

/**
 * Why a run cannot be resumed from a node of another version, as a sentence. `next` is the node
 * that follows there after the results that are taken over.
 */
export const versionProblem = (
  { nodes }: Graph,
  nodeId: string,
  next: GraphNode | undefined,
): string | undefined => {
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node || closingKinds.has(node.type)) return nodeProblem(node);
  if (next?.id === nodeId) return undefined;
  const prefix = 'After the results of that run,';
  return next
    ? `${prefix} "${next.name}" comes next in this version, not "${node.name}". Resume from there.`
    : `${prefix} no path leads to "${node.name}" in this version. ${openerHint}`;
};

/** The ids of a node and of all nodes that can follow it. */
const reachableFrom = ({ edges }: Graph, nodeId: string): ReadonlySet<string> => {
  const reachable = new Set([nodeId]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const id of reachable) {
    for (const { source, target } of edges) if (source === id) reachable.add(target);
  }
  return reachable;
};

/** Whether the node is finished: it succeeded, or failed and its policy let the run continue. */
export const isDone = ({ status, handle }: NodeResult): boolean =>
  status === 'SUCCEEDED' || (status === 'FAILED' && handle !== undefined);

/** A result to be taken over by another run: without the model cost, which the first run paid. */
export const withoutModelCost = ({ model_cost: _, ...result }: NodeResult): NodeResult => result;

/**
 * The results that a resumed run takes over: those of finished nodes. A node that is to be run
 * again is left out, together with all nodes that can follow it.
 */
export const reusableResults = (
  { results }: Pick<Execution, 'results'>,
  graph: Graph,
  repeatedNodeId?: string,
): Record<string, NodeResult> => {
  const excludedIds =
    repeatedNodeId === undefined ? new Set<string>() : reachableFrom(graph, repeatedNodeId);
  const reused = Object.entries(results).filter(([id, one]) => isDone(one) && !excludedIds.has(id));
  return Object.fromEntries(reused.map(([id, one]) => [id, withoutModelCost(one)]));
};
