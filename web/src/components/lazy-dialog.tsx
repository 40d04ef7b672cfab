import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';
import { lazyOr, type Load, lostAdvice, lostTitle, reload, type Retry } from './lazy-part.tsx';

const DialogFailed = ({ onRetry, onClose }: { onRetry: Retry; onClose: () => void }) => (
  <Dialog
    title={lostTitle}
    acts={[
      <Button key="reload" onClick={reload}>
        Reload
      </Button>,
      <Button key="retry" variant="primary" onClick={onRetry}>
        Try again
      </Button>,
    ]}
    onClose={onClose}
  >
    {lostAdvice}
  </Dialog>
);

/** A dialog whose code is fetched at first use; if that fails, another dialog reports it. */
export const lazyDialog = <P extends object>(load: Load<P>) =>
  lazyOr<P & { onClose: () => void }>(load, ({ onClose }, onRetry) => (
    <DialogFailed {...{ onRetry, onClose }} />
  ));
