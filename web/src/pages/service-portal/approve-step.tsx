import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Decision } from '#web/components/approvals/decision.tsx';
import { expiryFacts, quorumFacts } from '#web/components/approvals/facts.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { QuestionPlaceholder, type StepProps } from './question-placeholder.tsx';

/** An approval that the run waits for, decided here. */
export const ApproveStep = ({ id, until, onAnswered }: StepProps) => {
  const { data: approval, refetch, ...queryState } = useApproval(id);
  if (!approval)
    return (
      <QuestionPlaceholder subject="approval" until={until} {...queryState} onRetry={refetch} />
    );
  return (
    <SpaceBetween size="l">
      {approval.message !== '' && (
        <Box>
          <div className="portal-message">{approval.message}</div>
        </Box>
      )}
      <KeyValuePairs
        columns={4}
        minColumnWidth={200}
        items={[...quorumFacts(approval), ...expiryFacts(approval)]}
      />
      <Decision approval={approval} inPlace onDone={onAnswered} />
    </SpaceBetween>
  );
};
