import { type ReactNode, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { type Again, type Restart, useRestart } from '../acts/use-start-run.tsx';

type Props = {
  run: ExecutionView;
  how: Restart;
  /** What of the run is resumed; all that is left to do unless told. */
  again?: Again;
  /** On the button. */
  text: string;
  /** Of the question, and on the button that answers it, where it is not the same. */
  title?: string;
  /** Why it cannot be. */
  problem: string | undefined;
  /** What will happen. */
  children: ReactNode;
};

const calls = { resume: executions.resumeExecution, replay: executions.replayExecution };

/** Asks, then begins a run that goes on from an ended one, or does it once more. */
export const RestartButton = (props: Props) => {
  const { run, how, again, text, title = text, problem, children } = props;
  const refusal = useRefusal(calls[how]);
  const [asking, setAsking] = useState(false);
  const { restart, isPending } = useRestart(how);
  const close = () => setAsking(false);
  return (
    <>
      <Button {...disabledBy(refusal ?? problem)} onClick={() => setAsking(true)}>
        {text}
      </Button>
      {asking && (
        <ConfirmModal
          title={title}
          confirm={title}
          loading={isPending}
          onConfirm={() => restart(run, close, again)}
          onClose={close}
        >
          {children}
        </ConfirmModal>
      )}
    </>
  );
};
