import { lazyPrepared } from '#web/components/lazy-prepared.tsx';

/** The inspector: fetched before anybody selects a node. */
export const { usePrepared: usePreparedInspector, Part: LazyInspector } = lazyPrepared(
  async () => (await import('./node-inspector.tsx')).NodeInspector,
  'Loading settings',
);
