import { type ComponentProps, Suspense, useState } from 'react';
import type { ExceptionAct, ResourceException } from './applied.tsx';
import { LazyEditException, LazyEndException, LazyMakeException } from './dialogs.ts';

type NewExceptionProps = Omit<ComponentProps<typeof LazyMakeException>, 'onClose'>;

/** The open dialog: for a new exception, or an existing one. */
type ExceptionDialogState =
  ({ kind: 'make' } & NewExceptionProps) | { kind: ExceptionAct; exception: ResourceException };

export type OpenException = (dialog: ExceptionDialogState) => void;

type DialogsProps = { dialog: ExceptionDialogState; onClose: () => void };

const Dialogs = ({ dialog, onClose }: DialogsProps) => {
  if (dialog.kind === 'make') return <LazyMakeException {...dialog} onClose={onClose} />;
  const { exception } = dialog;
  return dialog.kind === 'edit' ? (
    <LazyEditException {...{ exception, onClose }} />
  ) : (
    <LazyEndException {...{ exception, onClose }} />
  );
};

/**
 * The dialogs about exceptions. They belong to the page: the content of the panel beside it is
 * mounted again when the panel moves, and would lose the input.
 */
export const useExceptions = () => {
  const [dialog, setDialog] = useState<ExceptionDialogState>();
  const dialogs = (
    <Suspense fallback={null}>
      {dialog && <Dialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </Suspense>
  );
  return { open: setDialog, dialogs };
};
