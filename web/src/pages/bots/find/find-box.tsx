import { type ComponentProps, createElement, useEffect } from 'react';
import { createStore, useStore } from '#web/app/store.ts';
import { Loading } from '#web/components/loading.tsx';
import type { FindField } from './find-field.tsx';

type Module = { FindField: typeof FindField };

const search = createStore<Module | undefined>(undefined);

const load = async (): Promise<void> => search.set(await import('./find-field.tsx'));

/** Fetches the search a moment after the graph is shown: the first keys are for it already. */
export const usePreparedFind = (): void => {
  useEffect(() => {
    if (!search.get()) void load().catch(() => undefined);
  }, []);
};

/** The search, once its code is there; asked for again where it could not be fetched before. */
export const FindBox = (props: ComponentProps<typeof FindField>) => {
  const module = useStore(search);
  usePreparedFind();
  return module ? createElement(module.FindField, props) : <Loading text="Loading search" />;
};
