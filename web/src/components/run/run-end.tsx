import type { ReactNode } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';
import { CanvasMessage } from '#web/components/graph/canvas-message.tsx';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

type EndedRun = {
  state: ExecutionState;
  outcome?: OutcomeKind | undefined;
  decision?: Decision | undefined;
  errors: readonly string[];
  /** It was a dry run, which changed nothing. */
  dry_run?: boolean | undefined;
};

/** `header` follows the name of the run. */
type EndAlert = { type: AlertProps.Type; header: string };

const outcomes: Record<OutcomeKind, EndAlert> = {
  approved: { type: 'success', header: 'was approved' },
  partly_approved: { type: 'info', header: 'was partly approved' },
  rejected: { type: 'error', header: 'was rejected' },
  expired: { type: 'warning', header: 'expired' },
  failed: { type: 'error', header: 'has failed' },
};

/** A successful dry run is announced as well, as its steps look executed. */
const dryRunAlert: EndAlert = { type: 'info', header: 'changed nothing and sent nothing' };

/** The look of a run's end; undefined if the run continues, or succeeded without a decision. */
const alertOf = ({ state, outcome, dry_run }: EndedRun): EndAlert | undefined => {
  if (outcome) return outcomes[outcome];
  if (state === 'FAILED') return outcomes.failed;
  if (state === 'CANCELLED') return { type: 'warning', header: 'was cancelled' };
  return state === 'SUCCEEDED' && dry_run ? dryRunAlert : undefined;
};

const dryRunText =
  'Steps that would change something, send something or ask somebody only report what they would ' +
  'do.';

/** Why the run ended, and the decision; for a rejection, the error already contains both. */
const linesOf = ({ outcome, decision, errors, dry_run }: EndedRun): string[] => {
  const dryRunLines = dry_run ? [dryRunText] : [];
  const decisionLines = decision ? [decisionText(decision)] : [];
  const isInErrors = errors.length > 0 && (outcome === 'rejected' || outcome === 'expired');
  return [...errors, ...(isInErrors ? [] : decisionLines), ...dryRunLines];
};

type Props = {
  run: EndedRun;
  action?: ReactNode;
  /** It is shown over a canvas. */
  isOverlay?: boolean;
};

/** The result of a run, shown first: why it failed, or who decided what. */
export const RunEnd = ({ run, action, isOverlay = false }: Props) => {
  const endAlert = alertOf(run);
  if (!endAlert) return null;
  const [firstLine = '', ...otherLines] = linesOf(run);
  const header = `This ${run.dry_run ? 'dry run' : 'run'} ${endAlert.header}`;
  const alertProps = { type: endAlert.type, header, action };
  const lines =
    otherLines.length === 0 ? (
      firstLine
    ) : (
      <ul>
        {[firstLine, ...otherLines].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  if (!isOverlay) return <Alert {...alertProps}>{lines}</Alert>;
  return (
    <CanvasMessage {...alertProps} messageKey={header}>
      {lines}
    </CanvasMessage>
  );
};
