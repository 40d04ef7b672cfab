import { useCallback, useRef, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

/**
 * Asks before text typed in a panel beside the page is discarded for something else. The panel
 * reports whether there is any; the dialog is rendered where the returned element is placed.
 */
export const useDiscard = (
  warning = 'What you typed in the panel is not saved and would be lost.',
) => {
  const isDirty = useRef(false);
  const [pendingAction, setPendingAction] = useState<() => void>();
  const report = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  /** Runs the action at once if nothing was typed, otherwise after confirmation. */
  const pass = (action: () => void): void => {
    if (isDirty.current) setPendingAction(() => action);
    else action();
  };
  const stay = () => setPendingAction(undefined);
  const dialog = pendingAction && (
    <Dialog
      title="Discard changes"
      actions={
        <Button
          variant="primary"
          onClick={() => {
            stay();
            pendingAction();
          }}
        >
          Discard
        </Button>
      }
      onClose={stay}
    >
      {warning}
    </Dialog>
  );
  return { report, pass, dialog };
};
