import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Expiry } from '#web/components/expiry.tsx';
import { InputForm } from '#web/components/user-inputs/input-form.tsx';
import { useUserInput } from '#web/components/user-inputs/use-user-input.ts';
import { QuestionPlaceholder, type StepProps } from './question-placeholder.tsx';

/** A form that the run waits for, filled in here. */
export const InputStep = ({ id, until, onAnswered }: StepProps) => {
  const { data: view, refetch, ...queryState } = useUserInput(id);
  if (!view)
    return <QuestionPlaceholder subject="form" until={until} {...queryState} onRetry={refetch} />;
  if (view.status === 'EXPIRED') {
    return <Alert type="warning">Can't resolve expired user input.</Alert>;
  }
  return (
    <SpaceBetween size="m">
      {view.status === 'PENDING' && (
        <Box color="text-body-secondary">
          Expires <Expiry at={view.expires_on} isOpen />
        </Box>
      )}
      <InputForm
        key={view.status}
        view={view}
        inPlace
        onDone={onAnswered}
        onRefused={() => void refetch()}
      />
    </SpaceBetween>
  );
};
