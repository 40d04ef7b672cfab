import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type {
  ExecutionState,
  ExecutionSummary,
  NodeResult,
} from '#lib/domain/executions/execution.schema.ts';
import { outcomeNames, shareText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { Standing } from '#lib/domain/executions/outcome/standing.schema.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

/** The names shown for the states of runs and nodes. */
export const stateLabels: Record<ExecutionState, string> = {
  IN_PROGRESS: 'In progress',
  QUEUED: 'Queued',
  WAITING_FOR_INPUT: 'Waiting for input',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  WAITING_FOR_APPROVAL: 'Waiting for approval',
  CANCELLED: 'Cancelled',
};

/** The options of the state filter in lists of runs, with the names shown. */
export const stateFilterLabels: Record<Standing, string> = { ...stateLabels, ...outcomeNames };

const indicators: Record<ExecutionState, StatusIndicatorProps.Type> = {
  IN_PROGRESS: 'in-progress',
  QUEUED: 'pending',
  WAITING_FOR_INPUT: 'pending',
  SUCCEEDED: 'success',
  FAILED: 'error',
  WAITING_FOR_APPROVAL: 'pending',
  CANCELLED: 'stopped',
};

/**
 * A rejection is not a success, whatever the run did afterwards; a partial approval is not one
 * either.
 */
export const outcomeIndicators: Record<OutcomeKind, StatusIndicatorProps.Type> = {
  approved: 'success',
  partly_approved: 'info',
  rejected: 'error',
  expired: 'warning',
  failed: 'error',
};

export type StateProps = {
  state: ExecutionState;
  /** For an ended run: shown instead of the state, as it says more. */
  outcome?: OutcomeKind | undefined;
  decision?: Decision | undefined;
  /** For a node in a dry run: the effect that was skipped, which must not be taken for done. */
  would?: string | undefined;
  /** For a turn or branch of a dry run, which may have had no effects. */
  isDry?: boolean;
  /** There is space for one word only. */
  short?: boolean;
};

/**
 * The text for the state of a run or a node; for an ended run its outcome: `Partly approved (2 of
 * 14 resources)`.
 */
export const stateText = (props: StateProps): string => {
  const { state, outcome, decision, would, short = false, isDry = false } = props;
  if (would !== undefined) return short ? 'Not done' : `Would ${would}`;
  if (!outcome && isDry && state === 'SUCCEEDED') return 'Dry run ended';
  if (!outcome) return short && state.startsWith('WAITING') ? 'Waiting' : stateLabels[state];
  const isShared = decision !== undefined && outcome === 'partly_approved' && !short;
  const share = isShared ? shareText(decision) : '';
  return share === '' ? outcomeNames[outcome] : `${outcomeNames[outcome]} (${share})`;
};

export const RunState = (props: StateProps) => {
  const { state, outcome, would, isDry } = props;
  const type = outcome ? outcomeIndicators[outcome] : indicators[state];
  const isNothingDone = would !== undefined || (isDry && type === 'success' && !outcome);
  return <StatusIndicator type={isNothingDone ? 'info' : type}>{stateText(props)}</StatusIndicator>;
};

type RunStatusProps = {
  run: Pick<ExecutionSummary, 'state' | 'outcome' | 'decision' | 'options'>;
};

/** The state of a run, always marked if it is a dry run. */
export const RunStatus = ({ run: { state, outcome, decision, options } }: RunStatusProps) => (
  <SpaceBetween size="xxs" direction="horizontal" alignItems="center">
    <RunState state={state} outcome={outcome} decision={decision} />
    {options.dry_run && <Badge>Dry run</Badge>}
  </SpaceBetween>
);

/** The decision at a node, shown instead of the node's state. */
export const nodeStateProps = ({
  status,
  decision,
  would,
}: Pick<NodeResult, 'status' | 'decision' | 'would'>): StateProps => {
  if (would !== undefined) return { state: status, would };
  return decision && isFinal(status) && status !== 'FAILED'
    ? { state: status, outcome: decision.kind, decision }
    : { state: status };
};
