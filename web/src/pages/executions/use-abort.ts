import { executions } from '#web/api/executions.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';

type Ends = { onSettled: () => void; onDone?: () => void };

/** Aborts a run and says the result. */
export const useAbort = () => {
  const { mutate, isPending } = useAction(executions.abortExecution);
  const abort = (id: string, { onSettled, onDone }: Ends) =>
    mutate(
      { bot_exc_id: id },
      {
        onSuccess: () => {
          flash.success('Bot execution successfully aborted.');
          onDone?.();
        },
        onError: (error) =>
          flash.error('Failed to abort bot execution.', { content: failureText(error) }),
        onSettled,
      },
    );
  return { abort, isPending };
};
