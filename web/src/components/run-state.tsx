import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionState, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { outcomeNames, shareText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

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

/** What people refused is no success, whatever the run did then; a part of it is none yet. */
export const outcomeLooks: Record<OutcomeKind, StatusIndicatorProps.Type> = {
  approved: 'success',
  partly_approved: 'info',
  rejected: 'error',
  expired: 'warning',
  failed: 'error',
};

export type Standing = {
  state: ExecutionState;
  /** Of a run that has ended: it says more than the state, and stands in its place. */
  outcome?: OutcomeKind | undefined;
  decision?: Decision | undefined;
  /** There is room for one word. */
  short?: boolean;
};

/** How a run or a node stands; of an ended run what became of it: `2 of 14 approved`. */
export const standingText = ({ state, outcome, decision, short = false }: Standing): string => {
  if (!outcome) return short && state.startsWith('WAITING') ? 'Waiting' : stateLabels[state];
  const isShared = decision !== undefined && outcome === 'partly_approved' && !short;
  return (isShared && shareText(decision)) || outcomeNames[outcome];
};

export const RunState = (standing: Standing) => {
  const { state, outcome } = standing;
  return (
    <StatusIndicator type={outcome ? outcomeLooks[outcome] : indicators[state]}>
      {standingText(standing)}
    </StatusIndicator>
  );
};

/** What people decided at a node, in place of how the node stands. */
export const decidedState = ({
  status,
  decision,
}: Pick<NodeResult, 'status' | 'decision'>): Standing =>
  decision && isFinal(status) && status !== 'FAILED'
    ? { state: status, outcome: decision.kind, decision }
    : { state: status };
