import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Dialog } from './dialog.tsx';
import type { Failure } from './failure-text.ts';

type Props = {
  /** A verb and its object: `Delete listener`. */
  title: string;
  /** The verb on the button. */
  confirm: string;
  /** Text of the other button; needed where `Cancel` could be mistaken for the action itself. */
  closeText?: string;
  /** What will happen. */
  children: ReactNode;
  loading: boolean;
  /** Confirming is not possible yet. */
  disabled?: boolean;
  /** Why the action failed: shown in this dialog, where it can be tried again. */
  failure?: Failure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Why the action of a dialog failed. */
export const ActionFailed = ({ header, content }: Failure) => (
  <div role="alert">
    <Alert type="error" header={header}>
      {content}
    </Alert>
  </div>
);

/**
 * Asks for confirmation of an action that cannot be undone. The caller closes it when it is done.
 */
export const ConfirmModal = ({ title, confirm, children, onClose, ...props }: Props) => (
  <Dialog
    title={title}
    actions={
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
      {props.failure && !props.loading && <ActionFailed {...props.failure} />}
    </SpaceBetween>
  </Dialog>
);
