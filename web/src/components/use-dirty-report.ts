import { useEffect } from 'react';

/** Reports whether closing the panel would lose unsaved text, see `useDiscard`. */
export const useDirtyReport = (report: (dirty: boolean) => void, dirty: boolean): void =>
  useEffect(() => {
    report(dirty);
    return () => report(false);
  }, [report, dirty]);
