import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal, { type ModalProps } from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';

type Props = {
  title: string;
  size?: ModalProps['size'];
  /** What the button says that closes it. */
  closeText?: string;
  /**
   * Buttons of what it offers, `null` while there are none, and a list where there are several, so
   * that they stand apart. Where it only tells something, closing is the primary button.
   */
  acts?: ReactNode;
  children: ReactNode;
  /** What was asked is under way: nobody closes it, and its answer is seen. */
  busy?: boolean;
  /** By its cross, by Escape, by a click beside it, or by its button. */
  onClose: () => void;
};

/** A window over the page. It is open as long as it is rendered. */
export const Dialog = (props: Props) => {
  const { title, size = 'medium', closeText = 'Cancel', acts, children, busy = false } = props;
  const { onClose } = props;
  return (
    <Modal
      visible
      size={size}
      header={title}
      onDismiss={() => {
        if (!busy) onClose();
      }}
      footer={
        <Box float="right">
          <SpaceBetween size="xs" direction="horizontal">
            <Button
              variant={acts === undefined ? 'primary' : 'link'}
              disabled={busy}
              onClick={onClose}
            >
              {closeText}
            </Button>
            {acts}
          </SpaceBetween>
        </Box>
      }
    >
      {children}
    </Modal>
  );
};
