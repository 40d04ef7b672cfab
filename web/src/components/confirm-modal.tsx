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
  onConfirm: () => void;
  onClose: () => void;
};

/** One question before something that cannot be undone. The caller closes it, tells the result. */
export const ConfirmModal = ({ title, confirm, children, loading, onConfirm, onClose }: Props) => (
  <Dialog
    title={title}
    acts={
      <Button variant="primary" loading={loading} onClick={onConfirm}>
        {confirm}
      </Button>
    }
    onClose={onClose}
  >
    {children}
  </Dialog>
);
