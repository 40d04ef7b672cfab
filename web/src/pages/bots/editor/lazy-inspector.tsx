import { type ComponentProps, createElement, useEffect } from 'react';
import { createStore, useStore } from '#web/app/store.ts';
import { Loading } from '#web/components/loading.tsx';
import type { NodeInspector } from './node-inspector.tsx';

type Module = { NodeInspector: typeof NodeInspector };

const inspector = createStore<Module | undefined>(undefined);

const load = async (): Promise<void> => inspector.set(await import('./node-inspector.tsx'));

/** Fetches the inspector a moment after the graph is shown, before anybody selects a node. */
export const usePreparedInspector = (): void => {
  useEffect(() => {
    if (!inspector.get()) void load();
  }, []);
};

/** The inspector, once its code is there. */
export const LazyInspector = (props: ComponentProps<typeof NodeInspector>) => {
  const module = useStore(inspector);
  return module ? createElement(module.NodeInspector, props) : <Loading text="Loading settings" />;
};
