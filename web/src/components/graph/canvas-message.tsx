import { useRef, useState } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';

type Props = Omit<AlertProps, 'dismissible' | 'onDismiss'> & {
  /** Identifies the message: a hidden message reappears when this changes. */
  messageKey: string;
};

/** A message over the canvas; when it is dismissed, the focus returns to the canvas. */
export const CanvasMessage = ({ messageKey, ...alert }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const [hiddenKey, setHiddenKey] = useState<string>();
  if (hiddenKey === messageKey) return null;
  return (
    <div ref={element}>
      <Alert
        {...alert}
        dismissible
        dismissAriaLabel="Hide this message"
        onDismiss={() => {
          element.current?.closest<HTMLElement>('.bot-graph')?.focus();
          setHiddenKey(messageKey);
        }}
      />
    </div>
  );
};
