import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Call } from '#web/api/client.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

type Props<In> = {
  call: Call<In, unknown>;
  input: In;
  /** What goes, in lower case: `credential`. */
  what: string;
  /** The question, with its name. */
  children: ReactNode;
  /** What follows from it for others. */
  warning?: ReactNode;
  /** What is told afterwards. */
  done: string;
  failed: string;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

/** Asks before something goes for good, and tells the result. */
export const DeleteDialog = <In,>(props: Props<In>) => {
  const { call, input, what, children, warning, done, failed, onClose, onDeleted } = props;
  const { mutate, isPending } = useAction(call);
  const remove = () =>
    mutate(input, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
        flash.success(done);
      },
      onError: ({ message }) => {
        onClose();
        flash.error(failed, { content: message });
      },
    });
  return (
    <ConfirmModal
      title={`Delete ${what}`}
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>{children}</Box>
        {warning && <Alert type="warning">{warning}</Alert>}
      </SpaceBetween>
    </ConfirmModal>
  );
};
