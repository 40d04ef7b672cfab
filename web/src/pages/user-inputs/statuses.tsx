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

const kinds: Record<UserInputStatus, StatusIndicatorProps.Type> = {
  PENDING: 'pending',
  RESOLVED: 'success',
  EXPIRED: 'warning',
};

type Standing = Pick<UserInputSummary, 'status' | 'withdrawn'>;

/** A form whose run ended first is withdrawn, not expired. */
export const standingText = ({ status, withdrawn }: Standing): string =>
  withdrawn ? 'Withdrawn' : statusNames[status];

export const Status = (one: Standing) => (
  <StatusIndicator type={one.withdrawn ? 'stopped' : kinds[one.status]}>
    {standingText(one)}
  </StatusIndicator>
);
