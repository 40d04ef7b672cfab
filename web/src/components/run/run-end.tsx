import type { ReactNode } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

type Ended = {
  state: ExecutionState;
  outcome?: OutcomeKind | undefined;
  decision?: Decision | undefined;
  errors: readonly string[];
};

type Look = { type: AlertProps.Type; header: string };

const outcomes: Record<OutcomeKind, Look> = {
  approved: { type: 'success', header: 'This run was approved' },
  partly_approved: { type: 'info', header: 'This run was partly approved' },
  rejected: { type: 'error', header: 'This run was rejected' },
  expired: { type: 'warning', header: 'This run expired' },
  failed: { type: 'error', header: 'This run has failed' },
};

/** How the end of a run is told; nothing where it goes on, or succeeded and asked nobody. */
const lookOf = ({ state, outcome }: Ended): Look | undefined => {
  if (outcome) return outcomes[outcome];
  if (state === 'FAILED') return outcomes.failed;
  return state === 'CANCELLED' ? { type: 'warning', header: 'This run was cancelled' } : undefined;
};

/** Why it ended, and what had been decided; the cause of a rejection names both. */
const linesOf = ({ outcome, decision, errors }: Ended): string[] => {
  const decided = decision ? [decisionText(decision)] : [];
  const isSaid = errors.length > 0 && (outcome === 'rejected' || outcome === 'expired');
  return [...errors, ...(isSaid ? [] : decided)];
};

/** What became of a run, before anything else of it: why it failed, or who decided what. */
export const RunEnd = ({ run, action }: { run: Ended; action?: ReactNode }) => {
  const look = lookOf(run);
  if (!look) return null;
  const [only = '', ...more] = linesOf(run);
  return (
    <Alert type={look.type} header={look.header} action={action}>
      {more.length === 0 ? (
        only
      ) : (
        <ul>
          {[only, ...more].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
};
