import { counted } from '#lib/kernel/text.ts';
import type { Graph, GraphNode } from '../../bots/bot.schema.ts';
import { closingKinds, opensTurns } from '../../bots/node-facts.schema.ts';
import { isFinal } from '../execution.rules.ts';
import type { Execution, NodeResult, RunOptions } from '../execution.schema.ts';

type Iteration = NonNullable<RunOptions['only']>;

/** Why a run cannot be resumed, as a sentence; undefined where it can. */
export const resumeProblem = ({ state }: Pick<Execution, 'state'>): string | undefined => {
  if (!isFinal(state)) return 'This run has not ended yet. Abort it before you resume it.';
  if (state !== 'SUCCEEDED') return undefined;
  return 'This run came to its end, so nothing is left to resume. Replay it to run it again.';
};

/** Why a run cannot be replayed, as a sentence; undefined where it can. */
export const replayProblem = ({ state }: Pick<Execution, 'state'>): string | undefined =>
  isFinal(state)
    ? undefined
    : 'This run has not ended yet. Abort it, or wait for its end, before you replay it.';

/** Why one turn of a loop cannot be run alone, as a sentence; undefined where it can. */
export const iterationProblem = (
  { results }: Pick<Execution, 'results'>,
  { nodes }: Graph,
  { node_id, index }: Iteration,
): string | undefined => {
  const loop = nodes.find(({ id }) => id === node_id);
  if (!loop || !opensTurns(loop.type)) return 'Choose a loop of this bot.';
  const lanes = Object.hasOwn(results, node_id) ? results[node_id]?.lanes : undefined;
  if (!lanes) return `The run did not come to "${loop.name}".`;
  if (index < lanes.planned) return undefined;
  const planned = counted(lanes.planned, 'iteration');
  return `"${loop.name}" had ${planned}: there is no iteration ${index + 1}.`;
};

const placeProblem = (node: GraphNode | undefined): string | undefined => {
  if (!node) return 'Choose a node of this bot.';
  return closingKinds.has(node.type)
    ? `"${node.name}" only closes lanes. Choose the node that opens them.`
    : undefined;
};

const opensInstead = 'Inside of branches and iterations, choose the node that opens them.';

/** Why a run cannot go on from a node, as a sentence; undefined where it can. */
export const fromProblem = (
  { results }: Pick<Execution, 'results'>,
  { nodes }: Graph,
  nodeId: string,
): string | undefined => {
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node || closingKinds.has(node.type)) return placeProblem(node);
  if (Object.hasOwn(results, nodeId)) return undefined;
  return `The run itself did not come to "${node.name}". ${opensInstead}`;
};

/**
 * Why a run cannot go on from a node of another version, as a sentence; `next` is the node that
 * comes next there after what is taken over.
 */
export const versionProblem = (
  { nodes }: Graph,
  nodeId: string,
  next: GraphNode | undefined,
): string | undefined => {
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node || closingKinds.has(node.type)) return placeProblem(node);
  if (next?.id === nodeId) return undefined;
  const given = 'With what that run gave,';
  return next
    ? `${given} "${next.name}" comes next in this version, not "${node.name}". Run from there on.`
    : `${given} no way leads to "${node.name}" in this version. ${opensInstead}`;
};

/** A node and all that can come after it. */
const fromNode = ({ edges }: Graph, nodeId: string): ReadonlySet<string> => {
  const seen = new Set([nodeId]);
  // A set yields what is added to it while it is walked.
  for (const id of seen) {
    for (const { source, target } of edges) if (source === id) seen.add(target);
  }
  return seen;
};

/** The node is done with: it succeeded, or its policy led the run on after its failure. */
export const isDone = ({ status, handle }: NodeResult): boolean =>
  status === 'SUCCEEDED' || (status === 'FAILED' && handle !== undefined);

/** A result as another run takes it over: what models took for it was paid for there. */
export const paidFor = ({ model_cost: _, ...result }: NodeResult): NodeResult => result;

/**
 * The results that a resumed run takes over: those of the nodes that the run had done with. A node
 * that is to be run again is left out with all that follows it, whatever became of them.
 */
export const takenOver = (
  { results }: Pick<Execution, 'results'>,
  graph: Graph,
  again?: string,
): Record<string, NodeResult> => {
  const left = again === undefined ? new Set<string>() : fromNode(graph, again);
  const kept = Object.entries(results).filter(([id, one]) => isDone(one) && !left.has(id));
  return Object.fromEntries(kept.map(([id, one]) => [id, paidFor(one)]));
};
