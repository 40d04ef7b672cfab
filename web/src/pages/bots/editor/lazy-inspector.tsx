import { preparedPart } from '#web/components/prepared-part.tsx';

/** The inspector: fetched before anybody selects a node. */
export const { usePrepared: usePreparedInspector, Part: LazyInspector } = preparedPart(
  async () => (await import('./node-inspector.tsx')).NodeInspector,
  'Loading settings',
);
