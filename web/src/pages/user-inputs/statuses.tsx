import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type {
  UserInputStatus,
  UserInputSummary,
} from '#lib/domain/user-inputs/user-input.schema.ts';

export const statusNames: Record<UserInputStatus, string> = {
  PENDING: 'Pending',
  RESOLVED: 'Resolved',
  EXPIRED: 'Expired',
};

const indicators: Record<UserInputStatus, StatusIndicatorProps.Type> = {
  PENDING: 'pending',
  RESOLVED: 'success',
  EXPIRED: 'warning',
};

type StatusProps = Pick<UserInputSummary, 'status' | 'withdrawn'>;

/** A form whose run ended first is withdrawn, not expired. */
export const statusText = ({ status, withdrawn }: StatusProps): string =>
  withdrawn ? 'Withdrawn' : statusNames[status];

export const Status = (one: StatusProps) => (
  <StatusIndicator type={one.withdrawn ? 'stopped' : indicators[one.status]}>
    {statusText(one)}
  </StatusIndicator>
);
