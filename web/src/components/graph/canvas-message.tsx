import { useRef, useState } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';

type Props = Omit<AlertProps, 'dismissible' | 'onDismiss'> & {
  /** Identifies the message: a hidden message reappears when this changes. */
  says: string;
};

/** A message over the canvas; when it is dismissed, the focus returns to the canvas. */
export const CanvasMessage = ({ says, ...alert }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const [hidden, hide] = useState<string>();
  if (hidden === says) return null;
  return (
    <div ref={element}>
      <Alert
        {...alert}
        dismissible
        dismissAriaLabel="Hide this message"
        onDismiss={() => {
          element.current?.closest<HTMLElement>('.bot-graph')?.focus();
          hide(says);
        }}
      />
    </div>
  );
};
