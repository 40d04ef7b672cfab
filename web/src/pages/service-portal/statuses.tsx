import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import type { StepStatus } from '#lib/domain/service-portal/portal.schema.ts';
import { stateLabels } from '#web/components/run-state.tsx';

const labels: Record<StepStatus, string> = {
  ...stateLabels,
  COMPLETED: 'Completed',
  RESOLVED: 'Resolved',
};

const indicators: Record<StepStatus, StatusIndicatorProps.Type> = {
  QUEUED: 'pending',
  IN_PROGRESS: 'in-progress',
  WAITING_FOR_INPUT: 'warning',
  WAITING_FOR_APPROVAL: 'warning',
  SUCCEEDED: 'success',
  COMPLETED: 'success',
  RESOLVED: 'success',
  FAILED: 'error',
  CANCELLED: 'stopped',
};

/** How one step, or a group of them, stands. */
export const StepState = ({ status }: { status: StepStatus }) => (
  <StatusIndicator type={indicators[status]}>{labels[status]}</StatusIndicator>
);

/** Spec 3 section 4: cancelled dark orange, in progress orange, succeeded green. */
const colors: Record<ExecutionState, NonNullable<BadgeProps['color']>> = {
  QUEUED: 'grey',
  IN_PROGRESS: 'severity-medium',
  WAITING_FOR_INPUT: 'severity-medium',
  WAITING_FOR_APPROVAL: 'severity-medium',
  SUCCEEDED: 'green',
  FAILED: 'red',
  CANCELLED: 'severity-high',
};

export const RunBadge = ({ state }: { state: ExecutionState }) => (
  <Badge color={colors[state]}>{stateLabels[state]}</Badge>
);
