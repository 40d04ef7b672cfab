import { useEffect } from 'react';

/** Tells whoever would close the panel, see `useDiscard`, whether something in it would be lost. */
export const useReported = (report: (dirty: boolean) => void, dirty: boolean): void =>
  useEffect(() => {
    report(dirty);
    return () => report(false);
  }, [report, dirty]);
