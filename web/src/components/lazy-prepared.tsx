import { createElement, useEffect } from 'react';
import { createStore, useStore } from '#web/app/store.ts';
import { Loading } from './loading.tsx';
import { type Component, type Load, PartFailed } from './lazy-part.tsx';

/**
 * A part of a page whose code is fetched shortly after the page is shown, before it is needed:
 * `usePrepared` fetches it, `Part` renders it. A failure is shown in its place.
 */
export const lazyPrepared = <P extends object>(load: Load<P>, text: string) => {
  const code = createStore<{ part: Component<P> } | 'failed' | undefined>(undefined);
  const fetchCode = async (): Promise<void> => {
    code.set(undefined);
    code.set(
      await load().then(
        (part) => ({ part }),
        () => 'failed' as const,
      ),
    );
  };
  const usePrepared = (): void => {
    useEffect(() => {
      if (typeof code.get() !== 'object') void fetchCode();
    }, []);
  };
  const Part: Component<P> = (props) => {
    const loaded = useStore(code);
    if (loaded === 'failed') return <PartFailed onRetry={() => void fetchCode()} />;
    return loaded ? createElement(loaded.part, props) : <Loading text={text} />;
  };
  return { usePrepared, Part };
};
