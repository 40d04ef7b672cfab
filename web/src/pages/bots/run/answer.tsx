import { useEffect, useEffectEvent } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { InputForm } from '#web/components/user-input/input-form.tsx';
import { useUserInput } from '#web/components/user-input/use-user-input.ts';

type Props = {
  id: string;
  /** Something was decided or submitted: the run goes on. */
  onDone: () => void;
};

/** The approval that a run waits for, decided where the run is shown. */
export const ApprovalHere = ({ id, onDone }: Props) => {
  const { data, error, refetch } = useApproval(id);
  if (data) {
    return (
      <SpaceBetween size="l">
        <Box>{data.message}</Box>
        <Decision approval={data} onDone={onDone} />
      </SpaceBetween>
    );
  }
  if (error) return <LoadFailed error={error} what="this approval" onRetry={refetch} />;
  return <Loading text="Loading approval" />;
};

/** The form that a run waits for, filled in where the run is shown. */
export const InputHere = ({ id, onDone }: Props) => {
  const { data, error, refetch } = useUserInput(id);
  const status = data?.status;
  const tell = useEffectEvent(onDone);
  useEffect(() => {
    if (status && status !== 'PENDING') tell();
  }, [status]);
  if (data) return <InputForm key={status} view={data} onRefused={() => void refetch()} />;
  if (error) return <LoadFailed error={error} what="this user input" onRetry={refetch} />;
  return <Loading text="Loading user input" />;
};
