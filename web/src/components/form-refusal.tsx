import { useEffect, useRef } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';

type Props = {
  form: { unplaced: readonly string[] | undefined };
  header: string;
  /** Starts again from the stored values, if another user changed them. */
  onReload?: () => void;
};

/** The errors of a rejected form that belong to none of its fields. Scrolls into view by itself. */
export const FormRefusal = ({ form: { unplaced }, header, onReload }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (unplaced) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [unplaced]);
  if (!unplaced) return null;
  return (
    <div ref={element} role="alert">
      <Alert
        type="error"
        header={header}
        action={onReload && <Button onClick={onReload}>Discard changes and reload</Button>}
      >
        {unplaced.join(' ')}
      </Alert>
    </div>
  );
};
