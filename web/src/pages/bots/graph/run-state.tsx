import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';

/** States of runs and nodes as people read them. */
export const stateLabels: Record<ExecutionState, string> = {
  IN_PROGRESS: 'In progress',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  WAITING_FOR_APPROVAL: 'Waiting for approval',
  CANCELLED: 'Cancelled',
};

const indicators: Record<ExecutionState, StatusIndicatorProps.Type> = {
  IN_PROGRESS: 'in-progress',
  SUCCEEDED: 'success',
  FAILED: 'error',
  WAITING_FOR_APPROVAL: 'pending',
  CANCELLED: 'stopped',
};

export const RunState = ({ state }: { state: ExecutionState }) => (
  <StatusIndicator type={indicators[state]}>{stateLabels[state]}</StatusIndicator>
);
