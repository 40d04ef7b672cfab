import { type ReactNode, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Call } from '#web/api/client.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { type Failure, failureOf } from './failure-text.ts';

type Question = {
  /** What is deleted, as in the title: `listener`. */
  subject: string;
  /** The question, with the name of the item. */
  children: ReactNode;
  /** The consequences for others. */
  warning?: ReactNode;
  onClose: () => void;
};

type QuestionProps = Question & {
  /** A word that has to be typed first: a single click must not delete many items. */
  consent?: string;
  loading?: boolean;
  /** Why the deletion failed. */
  failure?: Failure | undefined;
  onConfirm: () => void;
};

/** Asks for confirmation of a permanent deletion. */
export const DeleteQuestion = (props: QuestionProps) => {
  const {
    subject,
    children,
    warning,
    consent,
    loading = false,
    failure,
    onConfirm,
    onClose,
  } = props;
  const [typedText, setTypedText] = useState('');
  const agreed = consent === undefined || typedText.trim().toLowerCase() === consent;
  return (
    <ConfirmModal
      title={`Delete ${subject}`}
      confirm="Delete"
      loading={loading}
      disabled={!agreed}
      failure={failure}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>{children}</Box>
        {warning && <Alert type="warning">{warning}</Alert>}
        {consent && (
          <FormField label={`To delete them, type ${consent}`}>
            <Input
              value={typedText}
              placeholder={consent}
              autoComplete={false}
              onChange={({ detail }) => setTypedText(detail.value)}
              onKeyDown={({ detail }) => {
                if (detail.key === 'Enter' && agreed) onConfirm();
              }}
            />
          </FormField>
        )}
      </SpaceBetween>
    </ConfirmModal>
  );
};

type Props<In> = Question & {
  call: Call<In, unknown>;
  input: In;
  /** The message after success. */
  successText: string;
  failureHeader: string;
  onDeleted?: (() => void) | undefined;
};

/** Asks for confirmation of a permanent deletion of one item, deletes it and reports the result. */
export const DeleteDialog = <In,>(props: Props<In>) => {
  const { call, input, successText, failureHeader, onDeleted, ...question } = props;
  const { mutate, isPending, error } = useAction(call);
  const remove = () =>
    mutate(input, {
      onSuccess: () => {
        question.onClose();
        onDeleted?.();
        flash.success(successText);
      },
    });
  const failure = failureOf(failureHeader, error);
  return <DeleteQuestion {...question} {...{ failure }} loading={isPending} onConfirm={remove} />;
};
