import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import type { AnswerProps } from './lazy-inline-answer.tsx';
import { OpenQuestion } from './open-question.tsx';

/** The approval that a run waits for, to be decided on the run's page. */
export const InlineApproval = ({ id, onDone }: AnswerProps) => {
  const { data, error, refused, refetch } = useApproval(id);
  if (data) {
    return (
      <OpenQuestion id={id}>
        <SpaceBetween size="l">
          <Box>{data.message}</Box>
          <Decision approval={data} onDone={onDone} />
        </SpaceBetween>
      </OpenQuestion>
    );
  }
  if (refused) return <Box color="text-body-secondary">{refused}</Box>;
  if (error) return <LoadFailed error={error} subject="this approval" onRetry={refetch} />;
  return <Loading text="Loading approval" />;
};
