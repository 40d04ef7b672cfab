import { useEffect } from 'react';
import { createStore, useStore } from '#web/app/store.ts';
import type { NodeInspector } from './node-inspector.tsx';

type Inspector = typeof NodeInspector;

const inspector = createStore<{ Inspector: Inspector } | undefined>(undefined);

const load = async (): Promise<void> => {
  const { NodeInspector: Inspector } = await import('./node-inspector.tsx');
  inspector.set({ Inspector });
};

/** Comes a moment after the graph is shown: its forms are no part of the first picture. */
export const useInspector = (): Inspector | undefined => {
  useEffect(() => {
    if (!inspector.get()) void load();
  }, []);
  return useStore(inspector)?.Inspector;
};
