import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';

type Props = {
  /** A verb and what it is about: `Delete listener`. */
  title: string;
  /** The verb on the button. */
  confirm: string;
  /** What will happen. */
  children: ReactNode;
  loading: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** One question before something that cannot be undone. The caller closes it, tells the result. */
export const ConfirmModal = ({ title, confirm, children, loading, onConfirm, onClose }: Props) => (
  <Modal
    visible
    header={title}
    onDismiss={onClose}
    footer={
      <Box float="right">
        <SpaceBetween size="xs" direction="horizontal">
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={loading} onClick={onConfirm}>
            {confirm}
          </Button>
        </SpaceBetween>
      </Box>
    }
  >
    {children}
  </Modal>
);
