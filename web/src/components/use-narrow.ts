import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia('(max-width: 912px)');
const isNarrow = () => narrow().matches;

const onChange = (listener: () => void) => {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the window is too narrow for much beside a page's main column. */
export const useNarrow = (): boolean => useSyncExternalStore(onChange, isNarrow);
