import { lazyPrepared } from '#web/components/lazy-prepared.tsx';

/** The inspector, whose code is fetched before a node is selected. */
export const { usePrepared: usePreparedInspector, Part: LazyInspector } = lazyPrepared(
  async () => (await import('./node-inspector.tsx')).NodeInspector,
  'Loading settings',
);
