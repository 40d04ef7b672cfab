import { useCallback, useRef, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

/**
 * Asks before text typed in a panel beside the page is discarded for something else. The panel
 * reports whether there is any; the dialog is rendered where the returned element is placed.
 */
export const useDiscard = (
  loss = 'What you typed in the panel is not saved and would be lost.',
) => {
  const isDirty = useRef(false);
  const [held, hold] = useState<() => void>();
  const report = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  /** Runs the action at once if nothing was typed, otherwise after confirmation. */
  const pass = (act: () => void): void => {
    if (isDirty.current) hold(() => act);
    else act();
  };
  const stay = () => hold(undefined);
  const dialog = held && (
    <Dialog
      title="Discard changes"
      acts={
        <Button
          variant="primary"
          onClick={() => {
            stay();
            held();
          }}
        >
          Discard
        </Button>
      }
      onClose={stay}
    >
      {loss}
    </Dialog>
  );
  return { report, pass, dialog };
};
