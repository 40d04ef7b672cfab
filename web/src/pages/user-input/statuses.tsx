import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { UserInputStatus } from '#lib/domain/user-inputs/user-input.schema.ts';

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

export const Status = ({ status }: { status: UserInputStatus }) => (
  <StatusIndicator type={kinds[status]}>{statusNames[status]}</StatusIndicator>
);
