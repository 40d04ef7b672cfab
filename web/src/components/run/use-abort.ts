import { executions } from '#web/api/executions.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureOf } from '#web/components/failure-text.ts';

/**
 * Aborts a run and reports success; a failure is returned as `dialog`, for the dialog that asked.
 */
export const useAbort = () => {
  const { mutate, isPending, error } = useAction(executions.abortExecution);
  const abort = (id: string, onDone: () => void) =>
    mutate(
      { bot_exc_id: id },
      {
        onSuccess: () => {
          flash.success('Bot execution successfully aborted.');
          onDone();
        },
      },
    );
  return {
    abort,
    dialog: { loading: isPending, failure: failureOf('Failed to abort bot execution.', error) },
  };
};
