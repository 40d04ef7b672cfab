import type { ReactNode } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';
import { CanvasMessage } from '#web/components/graph/canvas-message.tsx';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

type Ended = {
  state: ExecutionState;
  outcome?: OutcomeKind | undefined;
  decision?: Decision | undefined;
  errors: readonly string[];
  /** It changed nothing. */
  dry_run?: boolean | undefined;
};

/** `header` follows the name of the run. */
type Look = { type: AlertProps.Type; header: string };

const outcomes: Record<OutcomeKind, Look> = {
  approved: { type: 'success', header: 'was approved' },
  partly_approved: { type: 'info', header: 'was partly approved' },
  rejected: { type: 'error', header: 'was rejected' },
  expired: { type: 'warning', header: 'expired' },
  failed: { type: 'error', header: 'has failed' },
};

/** The end of a dry run that nothing went wrong in is told as well: its steps look done. */
const rehearsed: Look = { type: 'info', header: 'has changed and sent nothing' };

/** How the end of a run is told; nothing where it goes on, or succeeded and asked nobody. */
const lookOf = ({ state, outcome, dry_run }: Ended): Look | undefined => {
  if (outcome) return outcomes[outcome];
  if (state === 'FAILED') return outcomes.failed;
  if (state === 'CANCELLED') return { type: 'warning', header: 'was cancelled' };
  return state === 'SUCCEEDED' && dry_run ? rehearsed : undefined;
};

/** Why it ended, and what had been decided; the cause of a rejection names both. */
const linesOf = ({ outcome, decision, errors, dry_run }: Ended): string[] => {
  const rehearsal = dry_run ? ['Steps that would change, send or ask say what they would do.'] : [];
  const decided = decision ? [decisionText(decision)] : [];
  const isSaid = errors.length > 0 && (outcome === 'rejected' || outcome === 'expired');
  return [...errors, ...(isSaid ? [] : decided), ...rehearsal];
};

type Props = {
  run: Ended;
  action?: ReactNode;
  /** It lies over a canvas. */
  isOver?: boolean;
};

/** What became of a run, before anything else of it: why it failed, or who decided what. */
export const RunEnd = ({ run, action, isOver = false }: Props) => {
  const look = lookOf(run);
  if (!look) return null;
  const [only = '', ...more] = linesOf(run);
  const header = `This ${run.dry_run ? 'dry run' : 'run'} ${look.header}`;
  const told = { type: look.type, header, action };
  const lines =
    more.length === 0 ? (
      only
    ) : (
      <ul>
        {[only, ...more].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  if (!isOver) return <Alert {...told}>{lines}</Alert>;
  return (
    <CanvasMessage {...told} says={header}>
      {lines}
    </CanvasMessage>
  );
};
