import { useEffect, useEffectEvent } from 'react';
import Box from '@cloudscape-design/components/box';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { InputForm } from '#web/components/user-inputs/input-form.tsx';
import { useUserInput } from '#web/components/user-inputs/use-user-input.ts';
import type { AnswerProps } from './lazy-inline-answer.tsx';
import { OpenQuestion } from './open-question.tsx';

/** The form that a run waits for, to be filled in on the run's page. */
export const InlineInput = ({ id, onDone }: AnswerProps) => {
  const { data, error, refused, refetch } = useUserInput(id);
  const status = data?.status;
  const notifyDone = useEffectEvent(onDone);
  useEffect(() => {
    if (status && status !== 'PENDING') notifyDone();
  }, [status]);
  if (data) {
    return (
      <OpenQuestion id={id}>
        <InputForm key={status} view={data} onRefused={() => void refetch()} />
      </OpenQuestion>
    );
  }
  if (refused) return <Box color="text-body-secondary">{refused}</Box>;
  if (error) return <LoadFailed error={error} subject="this user input" onRetry={refetch} />;
  return <Loading text="Loading user input" />;
};
