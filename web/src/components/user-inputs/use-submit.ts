import { useQueryClient } from '@tanstack/react-query';
import type { UserInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { queryKey, useAction } from '#web/api/use-call.ts';
import { userInputs } from '#web/api/user-inputs.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';
import type { ZodForm } from '#web/components/use-zod-form.ts';
import type { Drafts } from './drafts.ts';

export type SubmissionForm = ZodForm<{ values: Drafts }, { values: Record<string, unknown> }>;

type Options = {
  form: SubmissionForm;
  /**
   * The server rejected the submission: somebody else may have submitted first, or the form has
   * expired.
   */
  onRefused: () => void;
  onDone?: (() => void) | undefined;
};

/** The message id: a new result replaces that of the previous submission. */
const messageId = 'submit-user-input';

/** Submits a form; errors are shown at their fields, or as messages if they belong to none. */
export const useSubmit = (user_input_id: string, { form, onRefused, onDone }: Options) => {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useAction(userInputs.submitUserInput);
  const handleSuccess = (view: UserInputView) => {
    queries.setQueryData(queryKey(userInputs.getUserInput, { user_input_id }), view);
    onDone?.();
    flash.success('User input submitted', { id: messageId });
  };
  const handleRefusal = (error: ApiError) => {
    form.refuse(error);
    if (!error.field) {
      const content = failureText(error);
      flash.error('The form was not submitted.', { id: messageId, content });
    }
    onRefused();
  };
  // The run may continue, and unmount the form, before the response is received.
  const send = ({ values }: { values: Record<string, unknown> }) =>
    mutateAsync({ user_input_id, values }).then(handleSuccess, handleRefusal);
  return { submit: () => form.submit(send), isPending };
};
