import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { AuditOutcome } from '#lib/domain/audit/audit.schema.ts';

type Shown = { type: StatusIndicatorProps.Type; text: string };

/** Nobody can tell a call that is under way from one whose process ended. */
const shownAs: Record<AuditOutcome, Shown> = {
  done: { type: 'success', text: 'Done' },
  refused: { type: 'warning', text: 'Refused' },
  failed: { type: 'error', text: 'Failed' },
  pending: { type: 'pending', text: 'Unknown' },
};

type Props = { outcome: AuditOutcome; evidence?: Record<string, string> | undefined };

/** What came of a call; of a decision, the verdict. */
export const Outcome = ({ outcome, evidence }: Props) => {
  const { type, text } = shownAs[outcome];
  return <StatusIndicator type={type}>{evidence?.Decision ?? text}</StatusIndicator>;
};
