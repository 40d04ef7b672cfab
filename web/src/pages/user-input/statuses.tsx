import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { UserInputStatus, UserInputSummary } from '#lib/domain/user-inputs/user-input.schema.ts';

export const statusNames: Record<UserInputStatus, string> = {
  PENDING: 'Pending',
  RESOLVED: 'Resolved',
  EXPIRED: 'Expired',
};

const kinds: Record<UserInputStatus, StatusIndicatorProps.Type> = {
  PENDING: 'pending',
  RESOLVED: 'success',
  EXPIRED: 'warning',
};

/** A form that was withdrawn counts as expired, and says why. */
export const Status = ({ status, withdrawn }: Pick<UserInputSummary, 'status' | 'withdrawn'>) =>
  withdrawn ? (
    <StatusIndicator type="stopped">{statusNames[status]} (withdrawn)</StatusIndicator>
  ) : (
    <StatusIndicator type={kinds[status]}>{statusNames[status]}</StatusIndicator>
  );
