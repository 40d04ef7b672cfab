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
  /** The server said no: somebody may have been first, or the time is over. */
  onRefused: () => void;
  onDone?: (() => void) | undefined;
};

/** What came of a submission takes the place of what came of the one before. */
const message = 'submit-user-input';

/** Submits a form; refusals go to their fields, or into the messages where they have none. */
export const useSubmit = (user_input_id: string, { form, onRefused, onDone }: Options) => {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useAction(userInputs.submitUserInput);
  const succeeded = (view: UserInputView) => {
    queries.setQueryData(queryKey(userInputs.getUserInput, { user_input_id }), view);
    onDone?.();
    flash.success('User input submitted', { id: message });
  };
  const refused = (error: ApiError) => {
    form.refuse(error);
    if (!error.field) {
      const content = failureText(error);
      flash.error('The form was not submitted.', { id: message, content });
    }
    onRefused();
  };
  // The run may go on, and take the form from its page, before the answer has come.
  const send = ({ values }: { values: Record<string, unknown> }) =>
    mutateAsync({ user_input_id, values }).then(succeeded, refused);
  return { submit: () => form.submit(send), isPending };
};
