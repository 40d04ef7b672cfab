import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ApprovalStatus } from '#lib/domain/approvals/approval.schema.ts';

export const statusNames: Record<ApprovalStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  resolved: 'Partly approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

const indicators: Record<ApprovalStatus, StatusIndicatorProps.Type> = {
  pending: 'pending',
  approved: 'success',
  resolved: 'info',
  rejected: 'error',
  expired: 'warning',
  cancelled: 'stopped',
};

export const Status = ({ status }: { status: ApprovalStatus }) => (
  <StatusIndicator type={indicators[status]}>{statusNames[status]}</StatusIndicator>
);
