import { useSyncExternalStore } from 'react';

/** Narrower windows have no space for two columns. */
const wide = () => window.matchMedia('(min-width: 1081px)');

const listen = (changed: () => void) => {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the screen is wide enough for widgets of half width. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => wide().matches);
