import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { shownPage } from './page.ts';
import { createPersonalStore, useStore } from './store.ts';

type Kind = 'success' | 'error' | 'warning' | 'info' | 'in-progress';

type Extra = {
  /** A message with the id of an older one takes its place: in progress, then its result. */
  id?: string;
  content?: ReactNode;
  action?: ReactNode;
  /** The path of the page that it is about: it leaves with that page. */
  page?: string;
  /** A field says it too and has the focus, which other errors take. */
  isAtField?: boolean;
};

type Message = Extra & { id: string; kind: Kind; header: string };

/** How long a success is shown. */
const successTime = 4500;

const messages = createPersonalStore<readonly Message[]>([]);
let counter = 0;

const remove = (id: string): void => {
  messages.set(messages.get().filter((message) => message.id !== id));
};

const add = (kind: Kind, header: string, extra: Extra = {}): void => {
  counter += 1;
  const message: Message = { ...extra, id: extra.id ?? `flash-${counter}`, kind, header };
  messages.set([message, ...messages.get().filter(({ id }) => id !== message.id)]);
};

/**
 * Messages above the page. A success leaves by itself, an error or a warning when dismissed or
 * navigated from.
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

/** What is dismissed while it has the focus says to nobody else that the focus is gone. */
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

/** One that takes the place of another has its own time. */
const Expiry = ({ message }: { message: Message }) => {
  useEffect(() => {
    const timer = setTimeout(() => remove(message.id), successTime);
    return () => clearTimeout(timer);
  }, [message]);
  return null;
};

/** An error gets the focus when it appears: only on something to press has somebody put it. */
const isPressed = (target: Element): boolean => target.closest('a, button') !== null;

const isOfPage = ({ kind, page }: Message, left: string) =>
  page === undefined ? kind === 'error' || kind === 'warning' : page === left;

const dropOfPage = (left: string) =>
  messages.set(messages.get().filter((message) => !isOfPage(message, left)));

/** Errors and warnings stay with the page they happened on; results go to where the user lands. */
const UntilNavigation = ({ pathname }: { pathname: string }) => {
  useEffect(() => () => dropOfPage(pathname), [pathname]);
  return null;
};

/**
 * The stack of messages; pointing at it or focusing it holds their time. What leaves by itself lies
 * over the page, so that nothing moves under the pointer when it comes and goes; over a canvas, all
 * of them do.
 */
export const Flashes = () => {
  const all = useStore(messages);
  const [held, setHeld] = useState(false);
  const { pathname } = useLocation();
  const isCanvas = useStore(shownPage)?.edgeToEdge;
  return (
    <div
      role="presentation"
      className={isCanvas || all.every(({ kind }) => kind === 'success') ? 'brief' : ''}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ target }) => setHeld(isPressed(target))}
      onBlur={() => setHeld(false)}
    >
      <UntilNavigation pathname={pathname} />
      <Flashbar
        items={all.map((one) => itemOf(one, () => setHeld(false)))}
        stackItems={all.length > 3}
      />
      {!held &&
        all
          .filter(({ kind }) => kind === 'success')
          .map((one) => <Expiry key={one.id} message={one} />)}
    </div>
  );
};
