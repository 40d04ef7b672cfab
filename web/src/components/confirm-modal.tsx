import type { ReactNode } from 'react';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

type Props = {
  /** A verb and what it is about: `Delete listener`. */
  title: string;
  /** The verb on the button. */
  confirm: string;
  /** What will happen. */
  children: ReactNode;
  loading: boolean;
  /** It cannot be confirmed yet. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** One question before something that cannot be undone. The caller closes it, tells the result. */
export const ConfirmModal = ({ title, confirm, children, onClose, ...props }: Props) => (
  <Dialog
    title={title}
    acts={
      <Button
        variant="primary"
        loading={props.loading}
        disabled={props.disabled ?? false}
        onClick={props.onConfirm}
      >
        {confirm}
      </Button>
    }
    onClose={onClose}
  >
    {children}
  </Dialog>
);
