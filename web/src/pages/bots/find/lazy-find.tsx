import { lazyPrepared } from '#web/components/lazy-prepared.tsx';

/** The search, fetched early, because even the first keystrokes are for it. */
export const { usePrepared: usePreparedFind, Part: FindBox } = lazyPrepared(
  async () => (await import('./find-field.tsx')).FindField,
  'Loading search',
);
