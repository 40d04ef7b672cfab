import { useRef, useState } from 'react';
import Alert, { type AlertProps } from '@cloudscape-design/components/alert';

type Props = Omit<AlertProps, 'dismissible' | 'onDismiss'> & {
  /** What it says, in short: what was hidden comes back when it says something else. */
  says: string;
};

/** A message over the canvas, which gives the canvas back when it was read. */
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
