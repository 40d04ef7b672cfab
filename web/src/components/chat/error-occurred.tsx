import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Copy } from '#web/components/copy.tsx';

type Props = { text: string; onDismiss: () => void };

/** Why a message could not be sent or processed. */
export const ErrorOccurred = ({ text, onDismiss }: Props) => (
  <Alert
    type="error"
    header="Error occurred"
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Copy variant="button" text={text} subject="error" label="Copy Error" />
        <Button onClick={onDismiss}>Dismiss</Button>
      </SpaceBetween>
    }
  >
    {text}
  </Alert>
);
