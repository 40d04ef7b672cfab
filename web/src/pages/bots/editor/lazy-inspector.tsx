import { type ComponentProps, createElement, useEffect } from 'react';
import { createStore, useStore } from '#web/app/store.ts';
import { Loading } from '#web/components/loading.tsx';
import { PartFailed } from '#web/components/part.tsx';
import type { NodeInspector } from './node-inspector.tsx';

type Module = { NodeInspector: typeof NodeInspector };

const inspector = createStore<Module | 'failed' | undefined>(undefined);

const load = async (): Promise<void> => {
  inspector.set(undefined);
  inspector.set(await import('./node-inspector.tsx').catch((): 'failed' => 'failed'));
};

/** Fetches the inspector a moment after the graph is shown, before anybody selects a node. */
export const usePreparedInspector = (): void => {
  useEffect(() => {
    if (typeof inspector.get() !== 'object') void load();
  }, []);
};

/** The inspector, once its code is there. */
export const LazyInspector = (props: ComponentProps<typeof NodeInspector>) => {
  const module = useStore(inspector);
  if (module === 'failed') return <PartFailed onRetry={() => void load()} />;
  return module ? createElement(module.NodeInspector, props) : <Loading text="Loading settings" />;
};
