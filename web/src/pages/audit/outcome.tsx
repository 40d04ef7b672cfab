import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { AuditOutcome } from '#lib/domain/audit/audit.schema.ts';

type OutcomeIndicator = { type: StatusIndicatorProps.Type; text: string };

/** A call in progress cannot be distinguished from one whose process ended. */
const indicators: Record<AuditOutcome, OutcomeIndicator> = {
  done: { type: 'success', text: 'Done' },
  refused: { type: 'warning', text: 'Refused' },
  failed: { type: 'error', text: 'Failed' },
  pending: { type: 'pending', text: 'Unknown' },
};

/** The outcome of a call. */
export const Outcome = ({ outcome }: { outcome: AuditOutcome }) => {
  const { type, text } = indicators[outcome];
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
};
