import { createElement, lazy, type ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createStore, useStore } from '#web/app/store.ts';

export type Component<P> = (props: P) => ReactNode;
export type Load<P> = () => Promise<Component<P>>;
export type Retry = () => void;

export const loadFailedTitle = 'A part of the console could not be loaded';
export const loadFailedAdvice =
  'You are offline, or a new version was installed. What you entered here is kept: try again. If ' +
  'that does not help, save it and reload: some browsers load the missing part only after a ' +
  'reload.';

export const reload = () => window.location.reload();

/** Shown instead of a part of a page that could not be fetched. */
export const PartFailed = ({ onRetry }: { onRetry: Retry }) => (
  <Alert
    type="error"
    header={loadFailedTitle}
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Button onClick={onRetry}>Try again</Button>
        <Button onClick={reload}>Reload</Button>
      </SpaceBetween>
    }
  >
    {loadFailedAdvice}
  </Alert>
);

/**
 * A component whose code is fetched at first use, like React's `lazy`. If that fails, `failed` is
 * rendered in its place, and the rest of the page keeps working.
 */
export const lazyWithFallback = <P extends object>(
  load: Load<P>,
  failed: (props: P, retry: Retry) => ReactNode,
): Component<P> => {
  const attempt = (): Component<P> => {
    const Lazy = lazy<Component<P>>(async () => {
      try {
        return { default: await load() };
      } catch {
        return { default: (props) => failed(props, () => attempts.set(attempt())) };
      }
    });
    return (props) => <Lazy {...props} />;
  };
  const attempts = createStore(attempt());
  return (props) => createElement(useStore(attempts), props);
};

/** A part of a page whose code is fetched at first use; a failure is shown in its place. */
export const lazyPart = <P extends object>(load: Load<P>) =>
  lazyWithFallback(load, (_props, onRetry) => <PartFailed onRetry={onRetry} />);

/** An optional part: if its code cannot be fetched, nothing is shown in its place. */
export const lazyExtra = <P extends object>(load: Load<P>) => lazyWithFallback(load, () => null);
