import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { shownPage } from './page.ts';
import { createPersonalStore, useStore } from './store.ts';

type Kind = 'success' | 'error' | 'warning' | 'info' | 'in-progress';

type Extra = {
  /** A message replaces an older one with the same id: progress first, then the result. */
  id?: string;
  content?: ReactNode;
  action?: ReactNode;
  /**
   * The path of the page that the message is about: the message disappears when that page is left.
   */
  page?: string;
  /** The error also stands at a form field, which has the focus; other errors take the focus. */
  isAtField?: boolean;
};

type Message = Extra & { id: string; kind: Kind; header: string };

/** Milliseconds for which a success is shown. */
const successTime = 4500;

const messages = createPersonalStore<readonly Message[]>([]);
let counter = 0;

const removeMessages = (shouldRemove: (message: Message) => boolean): void =>
  messages.set(messages.get().filter((message) => !shouldRemove(message)));

const remove = (id: string): void => removeMessages((message) => message.id === id);

const add = (kind: Kind, header: string, extra: Extra = {}): void => {
  counter += 1;
  const message: Message = { ...extra, id: extra.id ?? `flash-${counter}`, kind, header };
  messages.set([message, ...messages.get().filter(({ id }) => id !== message.id)]);
};

/**
 * Messages above the page. A success disappears by itself, an error or a warning when it is
 * dismissed or the user navigates away.
 */
export const flash = {
  success: (header: string, extra?: Extra) => add('success', header, extra),
  error: (header: string, extra?: Extra) => add('error', header, extra),
  warning: (header: string, extra?: Extra) => add('warning', header, extra),
  info: (header: string, extra?: Extra) => add('info', header, extra),
  inProgress: (header: string, extra: Extra & { id: string }) => add('in-progress', header, extra),
  remove,
  clear: () => messages.set([]),
};

/** The item of a message. When a focused item is dismissed, no blur event fires, hence `onGone`. */
const itemOf = ({ id, kind, header, content, action, isAtField }: Message, onGone: () => void) =>
  ({
    id,
    header,
    content,
    action,
    type: kind === 'in-progress' ? 'info' : kind,
    loading: kind === 'in-progress',
    dismissible: kind !== 'in-progress',
    dismissLabel: 'Dismiss',
    onDismiss: () => {
      remove(id);
      onGone();
    },
    ariaRole: kind === 'error' && !isAtField ? 'alert' : 'status',
  }) satisfies FlashbarProps.MessageDefinition;

/**
 * The timer of a message that disappears by itself. A message that replaces another starts its own.
 */
const Expiry = ({ message }: { message: Message }) => {
  useEffect(() => {
    const timer = setTimeout(() => remove(message.id), successTime);
    return () => clearTimeout(timer);
  }, [message]);
  return null;
};

/**
 * Whether the user has moved the focus here: a new error gets the focus by itself, whereas links
 * and buttons in it get it only from the user.
 */
const isLinkOrButton = (target: Element): boolean => target.closest('a, button') !== null;

/**
 * Errors and warnings belong to the page where they occurred, and messages about a page to that
 * page, even if it is left before it is drawn; results show on the page that the user lands on.
 */
const NavigationCleanup = ({ pathname }: { pathname: string }) => {
  useEffect(() => {
    removeMessages(({ page }) => page !== undefined && page !== pathname);
    return () =>
      removeMessages(
        ({ kind, page }) => page === undefined && (kind === 'error' || kind === 'warning'),
      );
  }, [pathname]);
  return null;
};

/**
 * The stack of messages; hovering or focusing it pauses their timers. Messages that disappear by
 * themselves lie over the page, so that nothing moves under the pointer when they come and go; over
 * a canvas, all messages do.
 */
export const Flashes = () => {
  const all = useStore(messages);
  const [isPaused, setPaused] = useState(false);
  const { pathname } = useLocation();
  const isCanvas = useStore(shownPage)?.edgeToEdge;
  return (
    <div
      role="presentation"
      className={isCanvas || all.every(({ kind }) => kind === 'success') ? 'brief' : ''}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={({ target }) => setPaused(isLinkOrButton(target))}
      onBlur={() => setPaused(false)}
    >
      <NavigationCleanup pathname={pathname} />
      <Flashbar
        items={all.map((one) => itemOf(one, () => setPaused(false)))}
        stackItems={all.length > 3}
      />
      {!isPaused &&
        all
          .filter(({ kind }) => kind === 'success')
          .map((one) => <Expiry key={one.id} message={one} />)}
    </div>
  );
};
