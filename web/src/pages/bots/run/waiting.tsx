import Alert from '@cloudscape-design/components/alert';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { LinkButton } from '#web/components/link.tsx';
import { msOf, spanText, Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

/** What a run waits for, until when, and where somebody can decide it. */
export const Waiting = ({ waiting }: { waiting: WaitingFor }) => {
  const left = msOf(waiting.until) - useNow();
  const approval = waiting.kind === 'approval' && waiting.approval_id;
  return (
    <Alert
      type="info"
      action={approval && <LinkButton to={`/approvals/view/${approval}`}>Open approval</LinkButton>}
    >
      {waiting.kind === 'approval' ? 'Waiting for approval until ' : 'Waiting until '}
      <Time at={waiting.until} />
      {left > 0 && ` (${spanText(left)} left)`}
    </Alert>
  );
};
