import { useSyncExternalStore } from 'react';

/** Widths up to this one have no room for two columns. */
const wide = () => window.matchMedia('(min-width: 1081px)');

const listen = (changed: () => void) => {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether half a width means something on this screen. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => wide().matches);
