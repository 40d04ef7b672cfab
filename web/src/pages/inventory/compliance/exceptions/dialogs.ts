import { lazyDialog } from '#web/components/lazy-dialog.tsx';

export const MakeException = lazyDialog(
  async () => (await import('./make-exception.tsx')).MakeException,
);
export const EditException = lazyDialog(
  async () => (await import('./edit-exception.tsx')).EditException,
);
export const EndException = lazyDialog(
  async () => (await import('./edit-exception.tsx')).EndException,
);
