import type { ExecutionView, LaneWait } from '#lib/domain/executions/execution.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';

/** The questions that a run asks people now, including those of its branches and turns. */
export const questionsOf = ({
  waiting_for,
  waits,
}: Pick<ExecutionView, 'waiting_for' | 'waits'>): LaneWait[] => {
  const all = waiting_for ? [{ ...waiting_for, lane: wholeRun }, ...waits] : waits;
  return all.filter((wait) => wait.approval_id ?? wait.user_input_id ?? wait.thread);
};
