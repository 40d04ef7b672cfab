import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';

/** States of runs and nodes as people read them. */
export const stateLabels: Record<ExecutionState, string> = {
  IN_PROGRESS: 'In progress',
  QUEUED: 'Queued',
  WAITING_FOR_INPUT: 'Waiting for input',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  WAITING_FOR_APPROVAL: 'Waiting for approval',
  CANCELLED: 'Cancelled',
};

const indicators: Record<ExecutionState, StatusIndicatorProps.Type> = {
  IN_PROGRESS: 'in-progress',
  QUEUED: 'pending',
  WAITING_FOR_INPUT: 'pending',
  SUCCEEDED: 'success',
  FAILED: 'error',
  WAITING_FOR_APPROVAL: 'pending',
  CANCELLED: 'stopped',
};

/** `short` where there is room for one word. */
export const RunState = ({ state, short }: { state: ExecutionState; short?: boolean }) => (
  <StatusIndicator type={indicators[state]}>
    {short && state.startsWith('WAITING') ? 'Waiting' : stateLabels[state]}
  </StatusIndicator>
);
