import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';
import {
  lazyWithFallback,
  type Load,
  loadFailedAdvice,
  loadFailedTitle,
  reload,
  type Retry,
} from './lazy-part.tsx';

const DialogFailed = ({ onRetry, onClose }: { onRetry: Retry; onClose: () => void }) => (
  <Dialog
    title={loadFailedTitle}
    actions={[
      <Button key="reload" onClick={reload}>
        Reload
      </Button>,
      <Button key="retry" variant="primary" onClick={onRetry}>
        Try again
      </Button>,
    ]}
    onClose={onClose}
  >
    {loadFailedAdvice}
  </Dialog>
);

/** A dialog whose code is fetched at first use; if that fails, another dialog reports it. */
export const lazyDialog = <P extends object>(load: Load<P>) =>
  lazyWithFallback<P & { onClose: () => void }>(load, ({ onClose }, onRetry) => (
    <DialogFailed {...{ onRetry, onClose }} />
  ));
