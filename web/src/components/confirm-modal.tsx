import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Dialog } from './dialog.tsx';
import type { Failure } from './failure-text.ts';

type Props = {
  /** A verb and what it is about: `Delete listener`. */
  title: string;
  /** The verb on the button. */
  confirm: string;
  /** The other button; needed where `Cancel` could be taken for what is asked. */
  closeText?: string;
  /** What will happen. */
  children: ReactNode;
  loading: boolean;
  /** It cannot be confirmed yet. */
  disabled?: boolean;
  /** Why it was not done: told here, where it was asked, and it can be tried again. */
  failure?: Failure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Why what a dialog asked was not done. */
export const Failed = ({ header, content }: Failure) => (
  <div role="alert">
    <Alert type="error" header={header}>
      {content}
    </Alert>
  </div>
);

/** One question before something that cannot be undone. The caller closes it once it is done. */
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
    busy={props.loading}
    {...(props.closeText !== undefined && { closeText: props.closeText })}
    onClose={onClose}
  >
    <SpaceBetween size="m">
      <div>{children}</div>
      {props.failure && !props.loading && <Failed {...props.failure} />}
    </SpaceBetween>
  </Dialog>
);
