import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

const addressOf = ({ pathname, search }: Location, byPath: boolean): string =>
  byPath ? pathname : pathname + search;

type Props = {
  dirty: boolean;
  /** What stands behind the `?` may change: the page keeps its work then. */
  byPath?: boolean;
  /** Asks in its own words, where changes are not lost with the page. */
  children?: (act: { stay: () => void; leave: () => void }) => ReactNode;
};

/**
 * Asks before changed work is left, inside the console or by closing the tab. Another tab or mode
 * of the same page has an address of its own, and what was changed here goes with this one.
 */
export const LeaveGuard = ({ dirty, byPath = false, children }: Props) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && addressOf(currentLocation, byPath) !== addressOf(nextLocation, byPath),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
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
