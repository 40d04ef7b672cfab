import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { Asked, type StepProps } from './asked.tsx';

const agreedOf = ({ resolutions, approvals_required }: ApprovalView): string => {
  const agreed = resolutions.filter(
    ({ user_approval_status }) => user_approval_status === 'resolved',
  );
  return `${agreed.length} of ${approvals_required}`;
};

/** A decision that the run waits for, made here. */
export const ApproveStep = ({ id, until, onAnswered }: StepProps) => {
  const { data: approval, refetch, ...asked } = useApproval(id);
  if (!approval) return <Asked what="approval" until={until} {...asked} onRetry={refetch} />;
  return (
    <SpaceBetween size="l">
      {approval.message !== '' && (
        <Box>
          <div className="portal-message">{approval.message}</div>
        </Box>
      )}
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Approvers', value: approval.approvers.join(', ') || 'Root user only' },
          { label: 'Approved by', value: agreedOf(approval) },
          {
            label: 'Expires',
            value: <Expiry at={approval.expires_on} isOpen={approval.status === 'pending'} />,
          },
        ]}
      />
      <Decision approval={approval} inPlace onDone={onAnswered} />
    </SpaceBetween>
  );
};
