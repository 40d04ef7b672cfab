import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import type { GraphView } from './graph.ts';

/** What of a node's result decides the way. */
export type Outcome = Pick<NodeResult, 'status' | 'handle' | 'error'>;

/** What is next in a run: a node to run, or one of its ends with the node that it ended at. */
export type Plan =
  | { next: 'run'; node: GraphNode }
  | { next: 'done' }
  | { next: 'failed' | 'cancelled'; node: GraphNode; why: string };

const noWay: Plan = { next: 'done' };

/** What follows a node that has come to its end. */
const after = (view: GraphView, node: GraphNode, outcome: Outcome): Plan => {
  const { status, handle, error: why = '' } = outcome;
  if (status === 'FAILED') return { next: 'failed', node, why };
  const next = handle === undefined ? undefined : view.next(node.id, handle);
  if (next) return { next: 'run', node: next };
  return status === 'CANCELLED' ? { next: 'cancelled', node, why } : noWay;
};

/**
 * What is next, from the graph and the results so far (by node id), pure. It reads the way from
 * `from` on, the start unless told; a way out that leads nowhere ends the run. The graph has no
 * circles.
 */
export const plan = (
  view: GraphView,
  results: ReadonlyMap<string, Outcome>,
  from: GraphNode | undefined = view.start,
): Plan => {
  let step: Plan = from ? { next: 'run', node: from } : noWay;
  while (step.next === 'run') {
    const outcome = results.get(step.node.id);
    if (!outcome || !isFinal(outcome.status)) break;
    step = after(view, step.node, outcome);
  }
  return step;
};
