import { createElement, lazy, type ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createStore, useStore } from '#web/app/store.ts';

type Component<P> = (props: P) => ReactNode;
type Load<P> = () => Promise<Component<P>>;
type Retry = () => void;

const title = 'A part of the console could not be loaded';
const advice =
  'You are offline, or a new version was installed. What you entered on this page is still here: ' +
  'try again once you are online, or save it and reload.';

const reload = () => window.location.reload();

/** Stands where a part of a page could not be fetched. */
export const PartFailed = ({ onRetry }: { onRetry: Retry }) => (
  <Alert
    type="error"
    header={title}
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Button onClick={onRetry}>Try again</Button>
        <Button onClick={reload}>Reload</Button>
      </SpaceBetween>
    }
  >
    {advice}
  </Alert>
);

const DialogFailed = ({ onRetry, onClose }: { onRetry: Retry; onClose: () => void }) => (
  <Modal
    visible
    header={title}
    onDismiss={onClose}
    footer={
      <Box float="right">
        <SpaceBetween size="xs" direction="horizontal">
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={reload}>Reload</Button>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </SpaceBetween>
      </Box>
    }
  >
    {advice}
  </Modal>
);

/**
 * A component whose code is fetched at its first use, as by React's `lazy`; where it cannot be,
 * `failed` stands in its place, and the page around it goes on.
 */
const lazyOr = <P extends object>(
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
export const part = <P extends object>(load: Load<P>) =>
  lazyOr(load, (_props, onRetry) => <PartFailed onRetry={onRetry} />);

/** A dialog; another one says so where it cannot be fetched. */
export const dialogPart = <P extends object>(load: Load<P>) =>
  lazyOr<P & { onClose: () => void }>(load, ({ onClose }, onRetry) => (
    <DialogFailed {...{ onRetry, onClose }} />
  ));

/** What a page can do without: nothing stands in its place. */
export const extraPart = <P extends object>(load: Load<P>) => lazyOr(load, () => null);
