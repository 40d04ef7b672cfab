import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ThreadRetry } from '#lib/domain/chat/thread.schema.ts';
import { msOf } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

/** When the model, which did not answer, is called again. */
export const Retrying = ({ retry: { at, attempt, most } }: { retry: ThreadRetry }) => {
  const seconds = Math.ceil((msOf(at) - useNow()) / 1000);
  const when = seconds > 0 ? `in ${seconds} s` : 'shortly';
  return (
    <StatusIndicator type="warning">
      The model does not answer. Trying again {when}, attempt {attempt} of {most}.
    </StatusIndicator>
  );
};
