import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

type Guarded = {
  /** What stands behind the `?` may change: the page keeps its work then. */
  byPath?: boolean;
  /** These parameters may change: they open and close panels of the page. */
  panels?: readonly string[];
};

const addressOf = ({ pathname, search }: Location, { byPath, panels = [] }: Guarded): string => {
  if (byPath) return pathname;
  const params = new URLSearchParams(search);
  for (const name of panels) params.delete(name);
  return `${pathname}?${params.toString()}`;
};

type Props = Guarded & {
  dirty: boolean;
  /** Asks in its own words, where changes are not lost with the page. */
  children?: (act: { stay: () => void; leave: () => void }) => ReactNode;
};

type Asking = (isAsking: boolean) => void;

const Guard = ({ dirty, children, onAsking, ...guarded }: Props & { onAsking: Asking }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && addressOf(currentLocation, guarded) !== addressOf(nextLocation, guarded),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [dirty]);
  const isAsking = blocker.state === 'blocked';
  useEffect(() => onAsking(isAsking), [onAsking, isAsking]);
  if (!isAsking) return null;
  if (children) return children({ stay: () => blocker.reset(), leave: () => blocker.proceed() });
  return (
    <Dialog
      title="Leave page"
      acts={
        <Button variant="primary" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      }
      onClose={() => blocker.reset()}
    >
      Changes that you have not saved will be lost.
    </Dialog>
  );
};

/**
 * Asks before changed work is left, inside the console or by closing the tab. Another tab or mode
 * of the same page has an address of its own, and what was changed here goes with this one.
 */
export const LeaveGuard = (props: Props) => {
  const [asking, setAsking] = useState(false);
  // The router asks one guard only: where nothing changed, there must be none before another's.
  return props.dirty || asking ? <Guard {...props} onAsking={setAsking} /> : null;
};
