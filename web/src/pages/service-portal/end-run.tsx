import { type ReactNode, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { notOfferedText } from './use-start-app.ts';

type Props = {
  run: PortalRun;
  /** Navigates to another page, without asking about unsaved input in the run. */
  onLeave: (to: string) => void;
  /** The server rejected the call: the run may have ended. */
  onRefused: () => void;
};

type EndProps = Props & {
  title: 'Abort' | 'Abort and Clear Cache';
  call: typeof servicePortal.abortPortalRun;
  /** It starts another run. */
  needsApp?: boolean;
  /** The message for a rejected call; the server's sentence says why. */
  failed: string;
  /** The path to go to after success. */
  nextOf: (answer: PortalRun) => string;
  /** The text of the question. */
  children: ReactNode;
};

const EndButton = ({ run, title, call, nextOf, needsApp, children, ...otherProps }: EndProps) => {
  const { onLeave, onRefused, failed: failure } = otherProps;
  const callRefusal = useRefusal(call);
  const refusal = needsApp && !run.offered ? notOfferedText : callRefusal;
  const [isConfirming, setConfirming] = useState(false);
  const { mutateAsync, isPending } = useAction(call);
  const succeeded = (answer: PortalRun) => {
    onLeave(nextOf(answer));
    flash.success('Bot execution successfully aborted.');
  };
  const failed = (error: ApiError) => {
    const content = failureText(error);
    flash.error(failure, { id: 'abort-run', content });
    onRefused();
  };
  const end = async () => {
    // The page may be updated, and this button be removed, before the response arrives.
    await mutateAsync({ bot_exc_id: run._id }).then(succeeded, failed);
    setConfirming(false);
  };
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => setConfirming(true)}>
        {title}
      </Button>
      {isConfirming && (
        <ConfirmModal
          title={title}
          confirm={title}
          loading={isPending}
          onConfirm={() => void end()}
          onClose={() => setConfirming(false)}
        >
          {children}
        </ConfirmModal>
      )}
    </>
  );
};

/** Aborts a run, and returns to its app, if it still exists. */
export const AbortRun = (props: Props) => (
  <EndButton
    {...props}
    title="Abort"
    call={servicePortal.abortPortalRun}
    failed="Failed to abort bot execution."
    nextOf={({ bot_id, offered }) =>
      offered ? pathTo('app', { app_id: bot_id }) : pathTo('portalRuns')
    }
  >
    This run ends now. What its steps have already done is not undone, and whatever it waits for is
    withdrawn.
  </EndButton>
);

/** Aborts a run and starts another that uses no results of earlier ones. */
export const RestartRun = (props: Props) => (
  <EndButton
    {...props}
    title="Abort and Clear Cache"
    call={servicePortal.restartPortalRun}
    failed="No new run was started."
    needsApp
    nextOf={({ bot_id, _id }) => pathTo('portalRun', { app_id: bot_id, bot_exc_id: _id })}
  >
    This run ends now, and a new one begins at the first step. The cache holds results kept from
    earlier runs; the new run uses none of them, and does everything again.{' '}
    {props.run.given && 'It reads the input or event that this run was given. '}
    {props.run.dry_run && 'It is a dry run again, and changes nothing.'}
  </EndButton>
);
