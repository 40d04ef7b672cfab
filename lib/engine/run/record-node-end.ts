import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { ExpressionError } from '../expression.ts';
import { type Done, failed, type Failed } from '../nodes/node.ts';
import { NodeError } from './node-error.ts';
import { endedResult } from './results.ts';
import type { Segment } from './segment.ts';

/** Whether an error is a sentence for people, which fails only its node. */
export const isErrorForPeople = (error: unknown): error is Error =>
  error instanceof ExpressionError || error instanceof NodeError;

/** The failure of a node caused by a defect in the product; the log names its cause. */
export const defectFailure = ({ deps, run }: Segment, error: unknown): Failed => {
  const { tenant_id, _id: bot_exc_id } = run;
  deps.log.error('A node failed unexpectedly.', { tenant_id, bot_exc_id, error });
  return failed('It failed unexpectedly. Run the bot again; if it fails again, ask the operator.');
};

/** Adds a node's end to the record. Where there is no room for its output, the node fails. */
export const recordNodeEnd = async (
  { record, deps }: Segment,
  node: GraphNode,
  startedResult: NodeResult,
  outcome: Done | Failed,
  ms?: number,
): Promise<void> => {
  const now = deps.clock();
  try {
    await record.add(node.id, endedResult(startedResult, outcome, now, ms), outcome.output);
  } catch (error) {
    if (!isErrorForPeople(error)) throw error;
    record.set(node.id, endedResult(startedResult, failed(error.message), now, ms));
  }
};
