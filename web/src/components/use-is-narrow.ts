import { useSyncExternalStore } from 'react';

const narrowQuery = () => window.matchMedia('(max-width: 912px)');
const isNarrow = () => narrowQuery().matches;

const onChange = (listener: () => void) => {
  const query = narrowQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the window is too narrow for much beside a page's main column. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onChange, isNarrow);
