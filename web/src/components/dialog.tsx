import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal, { type ModalProps } from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';

type Props = {
  title: string;
  size?: ModalProps['size'];
  /** Text of the button that closes the dialog. */
  closeText?: string;
  /**
   * The dialog's action buttons: `null` if there are none, a list if there are several, so that
   * they are spaced. A dialog without actions only informs, and its primary button closes it.
   */
  actions?: ReactNode;
  children: ReactNode;
  /** The action is in progress: the dialog cannot be closed until its result is shown. */
  busy?: boolean;
  /** Called on the cross, Escape, a click outside, or the button. */
  onClose: () => void;
};

/** A modal dialog. It is open while it is rendered. */
export const Dialog = (props: Props) => {
  const { title, size = 'medium', closeText = 'Cancel', actions, children, busy = false } = props;
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
              variant={actions === undefined ? 'primary' : 'link'}
              disabled={busy}
              onClick={onClose}
            >
              {closeText}
            </Button>
            {actions}
          </SpaceBetween>
        </Box>
      }
    >
      {children}
    </Modal>
  );
};
