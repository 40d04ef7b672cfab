import { createElement, lazy, type ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createStore, useStore } from '#web/app/store.ts';

export type Component<P> = (props: P) => ReactNode;
export type Load<P> = () => Promise<Component<P>>;
export type Retry = () => void;

export const lostTitle = 'A part of the console could not be loaded';
export const lostAdvice =
  'You are offline, or a new version was installed. What you entered here stays: try again. ' +
  'If that does not help, save it and reload: some browsers fetch a lost part only then.';

export const reload = () => window.location.reload();

/** Stands where a part of a page could not be fetched. */
export const PartFailed = ({ onRetry }: { onRetry: Retry }) => (
  <Alert
    type="error"
    header={lostTitle}
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Button onClick={onRetry}>Try again</Button>
        <Button onClick={reload}>Reload</Button>
      </SpaceBetween>
    }
  >
    {lostAdvice}
  </Alert>
);

/**
 * A component whose code is fetched at its first use, as by React's `lazy`; where it cannot be,
 * `failed` stands in its place, and the page around it goes on.
 */
export const lazyOr = <P extends object>(
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

/** A part of a page; says so in its place where it cannot be fetched. */
export const lazyPart = <P extends object>(load: Load<P>) =>
  lazyOr(load, (_props, onRetry) => <PartFailed onRetry={onRetry} />);

/** What a page can do without: nothing stands in its place. */
export const lazyExtra = <P extends object>(load: Load<P>) => lazyOr(load, () => null);
