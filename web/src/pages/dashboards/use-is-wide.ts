import { useSyncExternalStore } from 'react';

/** Narrower windows have no space for two columns. */
const wideQuery = () => window.matchMedia('(min-width: 1081px)');

const subscribe = (changed: () => void) => {
  const query = wideQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the screen is wide enough for widgets of half width. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wideQuery().matches);
