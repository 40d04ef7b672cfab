import { lazyPrepared } from '#web/components/lazy-prepared.tsx';

/** The search: fetched early, because the first keys are for it already. */
export const { usePrepared: usePreparedFind, Part: FindBox } = lazyPrepared(
  async () => (await import('./find-field.tsx')).FindField,
  'Loading search',
);
