import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazyOr, type Load, lostAdvice, lostTitle, reload, type Retry } from './part.tsx';

const DialogFailed = ({ onRetry, onClose }: { onRetry: Retry; onClose: () => void }) => (
  <Modal
    visible
    header={lostTitle}
    onDismiss={onClose}
    footer={
      <Box float="right">
        <SpaceBetween size="xs" direction="horizontal">
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={reload}>Reload</Button>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </SpaceBetween>
      </Box>
    }
  >
    {lostAdvice}
  </Modal>
);

/** A dialog; another one says so where it cannot be fetched. */
export const dialogPart = <P extends object>(load: Load<P>) =>
  lazyOr<P & { onClose: () => void }>(load, ({ onClose }, onRetry) => (
    <DialogFailed {...{ onRetry, onClose }} />
  ));
