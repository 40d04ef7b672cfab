import { lazyDialog } from '#web/components/lazy-dialog.tsx';

export const LazyMakeException = lazyDialog(
  async () => (await import('./make-exception.tsx')).MakeException,
);
export const LazyEditException = lazyDialog(
  async () => (await import('./edit-exception.tsx')).EditException,
);
export const LazyEndException = lazyDialog(
  async () => (await import('./edit-exception.tsx')).EndException,
);
