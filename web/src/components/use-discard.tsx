import { useCallback, useRef, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

/**
 * Asks before what was typed in a panel beside the page is dropped for something else. The panel
 * reports whether there is any; the dialog is shown where its element is put.
 */
export const useDiscard = (
  loss = 'What you typed in the panel is not saved, and would be lost.',
) => {
  const isDirty = useRef(false);
  const [held, hold] = useState<() => void>();
  const report = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  /** Does it, once nothing is typed or it may be dropped. */
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
