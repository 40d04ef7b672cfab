import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { isDone } from '#lib/domain/service-portal/step.rules.ts';

type Progress = { node_name: string; status: ExecutionState; lane?: string | undefined };

/**
 * The run after a frame about one of its steps. A late frame, received after the step's end was
 * read, changes nothing; frames of a loop's turns do not affect the loop.
 */
export const withStepState = (run: PortalRun, { node_name, status, lane }: Progress): PortalRun => {
  const current = run.statuses[node_name];
  const isOver = isDone(current) || current === 'FAILED' || current === 'CANCELLED';
  if (node_name === '' || lane !== undefined || isFinal(run.state) || isOver) return run;
  return { ...run, statuses: { ...run.statuses, [node_name]: status } };
};
