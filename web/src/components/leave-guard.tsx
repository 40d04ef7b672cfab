import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import Button from '@cloudscape-design/components/button';
import { Dialog } from './dialog.tsx';

type Guarded = {
  /** The query of the address may change: the page keeps its changes then. */
  byPath?: boolean;
  /** These query parameters may change: they open and close panels of the page. */
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
  /** The page's own dialog, if changes are not lost by leaving. */
  children?: (actions: { stay: () => void; leave: () => void }) => ReactNode;
};

type OnAsking = (isAsking: boolean) => void;

const Guard = ({ dirty, children, onAsking, ...guarded }: Props & { onAsking: OnAsking }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && addressOf(currentLocation, guarded) !== addressOf(nextLocation, guarded),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const blockUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', blockUnload);
    return () => window.removeEventListener('beforeunload', blockUnload);
  }, [dirty]);
  const isAsking = blocker.state === 'blocked';
  useEffect(() => onAsking(isAsking), [onAsking, isAsking]);
  if (!isAsking) return null;
  if (children) return children({ stay: () => blocker.reset(), leave: () => blocker.proceed() });
  return (
    <Dialog
      title="Leave page"
      actions={
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
 * Asks before unsaved changes are lost by navigation inside the console or by closing the tab.
 * Another tab or mode of the same page has its own address, and changes made here are lost with
 * this one.
 */
export const LeaveGuard = (props: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  // The router supports one guard only: without changes, none may be rendered that would replace
  // another's.
  return props.dirty || isAsking ? <Guard {...props} onAsking={setIsAsking} /> : null;
};
