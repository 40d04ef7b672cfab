import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import * as token from '@cloudscape-design/design-tokens';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';
import type { PortalRun, StepKind, StepStatus } from '#lib/domain/service-portal/portal.schema.ts';
import { isDone } from '#lib/domain/service-portal/step.rules.ts';
import { RunState, stateLabels, stateText } from '#web/components/run-state.tsx';
import { asksInChat, callApprovalIdsOf } from './waits.ts';
import { WaitsForAnswer } from './waits-for-answer.tsx';
import { WaitsForApproval } from './waits-for-approval.tsx';

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

/** The labels of steps that an ended run did not complete, as a whole or in part. */
const notDoneLabels: Partial<Record<ExecutionState, { whole: string; part: string }>> = {
  SUCCEEDED: { whole: 'Not needed', part: 'Partly needed' },
  FAILED: { whole: 'Not reached', part: 'Partly done' },
  CANCELLED: { whole: 'Not reached', part: 'Partly done' },
};

/**
 * Forms and approvals are separate steps; at any other step it is an agent that asks in its chat.
 */
const labelOf = ({ status, kind, approvals = [] }: StepStateProps) => {
  if (status === 'WAITING_FOR_INPUT' && kind !== 'Input') return <WaitsForAnswer />;
  return status === 'WAITING_FOR_APPROVAL' ? (
    <WaitsForApproval approvals={approvals} />
  ) : (
    labels[status]
  );
};

type StepStateProps = {
  status: StepStatus;
  kind: StepKind;
  /** The decision at the step, if there is one. */
  decision?: Decision | undefined;
  /** Ids of the approvals that agents request there. */
  approvals?: readonly string[];
  /** The state of the run. */
  run: ExecutionState;
  /** For a group: the run has reached some of its steps. */
  isStarted?: boolean;
};

/** The state of a step, or of a group of steps. */
export const StepState = (props: StepStateProps) => {
  const { status, decision, run, isStarted = false } = props;
  if (decision && (isDone(status) || status === 'CANCELLED')) {
    return <RunState state="SUCCEEDED" outcome={decision.kind} decision={decision} />;
  }
  const endedLabels = status === 'QUEUED' ? notDoneLabels[run] : undefined;
  if (endedLabels) {
    return (
      <StatusIndicator type="stopped">
        {isStarted ? endedLabels.part : endedLabels.whole}
      </StatusIndicator>
    );
  }
  return <StatusIndicator type={indicators[status]}>{labelOf(props)}</StatusIndicator>;
};

/** In progress orange, succeeded green. */
const colors: Record<ExecutionState, NonNullable<BadgeProps['color']>> = {
  QUEUED: 'grey',
  IN_PROGRESS: 'severity-medium',
  WAITING_FOR_INPUT: 'severity-medium',
  WAITING_FOR_APPROVAL: 'severity-medium',
  SUCCEEDED: 'green',
  FAILED: 'red',
  CANCELLED: 'severity-medium',
};

/** Cancelled dark orange, for which there is no severity colour in both themes. */
const darkOrange: BadgeProps.Style = {
  root: {
    background: `color-mix(in srgb, ${token.colorChartsOrange400} 80%, black)`,
    color: token.colorTextNotificationDefault,
  },
};

/** For an ended run, the outcome replaces the state. */
const outcomeColors: Record<OutcomeKind, NonNullable<BadgeProps['color']>> = {
  approved: 'green',
  partly_approved: 'blue',
  rejected: 'red',
  expired: 'severity-medium',
  failed: 'red',
};

type Run = Pick<PortalRun, 'state' | 'outcome' | 'decision' | 'dry_run'> &
  Partial<Pick<PortalRun, 'groups' | 'waits'>>;

/** The state; if an agent asks in its chat, it says whether the user is asked. */
const runLabelOf = (run: Run) => {
  if (run.state === 'WAITING_FOR_INPUT' && asksInChat(run)) return <WaitsForAnswer />;
  return run.state === 'WAITING_FOR_APPROVAL' ? (
    <WaitsForApproval approvals={callApprovalIdsOf(run.groups ?? [], run)} />
  ) : (
    stateText(run)
  );
};

export const RunBadge = ({ run }: { run: Run }) => {
  const { state, outcome } = run;
  const isDark = state === 'CANCELLED' && outcome === undefined;
  return (
    <>
      <Badge
        color={outcome ? outcomeColors[outcome] : colors[state]}
        {...(isDark && { style: darkOrange })}
      >
        {runLabelOf(run)}
      </Badge>{' '}
      {run.dry_run && <Badge>Dry run</Badge>}
    </>
  );
};
