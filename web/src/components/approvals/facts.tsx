import { approvingResolutions } from '#lib/domain/approvals/approving-resolutions.rules.ts';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { Expiry } from '#web/components/expiry.tsx';

/** The approvers, how many of them have to agree, and who has decided. */
export const quorumFacts = ({ approvers, approvals_required, resolutions }: ApprovalView) => [
  { label: 'Approvers', value: approvers.join(', ') || 'Root user only' },
  { label: 'Approvals required', value: approvals_required },
  {
    label: 'Approved by',
    value:
      approvingResolutions(resolutions)
        .map(({ approver_name }) => approver_name)
        .join(', ') || '-',
  },
];

/** When the approval expires or expired; nothing if it was decided in time or withdrawn. */
export const expiryFacts = ({ status, expires_on }: ApprovalView) => {
  if (status !== 'pending' && status !== 'expired') return [];
  const isOpen = status === 'pending';
  const value = <Expiry at={expires_on} isOpen={isOpen} />;
  return [{ label: isOpen ? 'Expires' : 'Expired', value }];
};
