import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels from the top within which older messages are loaded. */
const nearTop = 100;

/** Pixels from the end within which the newest message counts as being read. */
const nearEnd = 40;

/** Pixels of free space above an element that is scrolled to the top. */
const topMargin = 16;

/**
 * Class names: of a question that is scrolled to its top if it is higher than the view, and of a
 * message that is being sent.
 */
export const marks = { asked: 'chat-asked', sent: 'chat-sent' } as const;

type Props = {
  children: ReactNode;
  /** The oldest message that is shown. */
  first: string | undefined;
  /** The message that is being sent, which is scrolled into view. */
  sent: string | undefined;
  hasOlder: boolean;
  onOlder: () => void;
};

/** The scroll position for the newest content: the end, or the top of the question there. */
type EndPosition = { end: number; question: Element | undefined };

type ScrollState = { top: number; height: number; isAtEnd: boolean } & EndPosition &
  Pick<Props, 'first' | 'sent'>;

const topOf = (frame: Element, element: Element): number => {
  const distance = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  return Math.max(0, frame.scrollTop + distance - topMargin);
};

const endOf = (frame: Element): EndPosition => {
  const bottom = frame.scrollHeight - frame.clientHeight;
  const [question] = frame.getElementsByClassName(marks.asked);
  return { end: question ? Math.min(bottom, topOf(frame, question)) : bottom, question };
};

/** The current scroll position. */
const scrollStateOf = (frame: Element): Omit<ScrollState, 'first' | 'sent'> => {
  const { scrollTop: top, scrollHeight: height } = frame;
  const { end, question } = endOf(frame);
  return { top, height, isAtEnd: end - top < nearEnd, end, question };
};

/** A user who has scrolled within the question stays at the same place in it. */
const scrollToEnd = (
  frame: Element,
  { top, end: previousEnd, question: previousQuestion }: ScrollState,
): void => {
  const { end, question } = endOf(frame);
  const offset = question && question === previousQuestion ? Math.max(0, top - previousEnd) : 0;
  frame.scrollTop = end + offset;
};

/** A message sent while a question is open stands above it. */
const scrollToSent = (frame: Element): void => {
  const { end, question } = endOf(frame);
  const [sent] = frame.getElementsByClassName(marks.sent);
  frame.scrollTop = question && sent ? Math.min(end, topOf(frame, sent)) : end;
};

const initialState: Omit<ScrollState, 'first' | 'sent'> = {
  top: 0,
  height: 0,
  isAtEnd: true,
  end: 0,
  question: undefined,
};

/**
 * Keeps the scroll position: at the end while the newest message is read, and in place when older
 * messages are added above.
 */
export const ThreadScroll = ({ children, first, sent, hasOlder, onOlder }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const scrollState = useRef<ScrollState>({ ...initialState, first, sent });

  const loadOlderNearTop = () => {
    if (frame.current && frame.current.scrollTop < nearTop && hasOlder) onOlder();
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { isAtEnd, top, height, first: previousFirst, sent: previousSent } = scrollState.current;
    const isSent = sent !== undefined && sent !== previousSent;
    if (isSent) scrollToSent(element);
    else if (isAtEnd) scrollToEnd(element, scrollState.current);
    else if (previousFirst !== first) element.scrollTop = top + element.scrollHeight - height;
    scrollState.current = { ...scrollStateOf(element), first, sent };
  });
  // A page that does not fill the frame cannot be scrolled, so that more is loaded.
  useEffect(loadOlderNearTop);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const element = frame.current;
      if (!element || !scrollState.current.isAtEnd) return;
      scrollToEnd(element, scrollState.current);
      scrollState.current = { ...scrollState.current, ...scrollStateOf(element) };
    });
    if (content.current) observer.observe(content.current);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={frame}
      className="chat-scroll"
      role="log"
      aria-label="Messages"
      // A scrollable region has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        scrollState.current = { ...scrollState.current, ...scrollStateOf(currentTarget) };
        loadOlderNearTop();
      }}
    >
      <div ref={content} className="chat-column">
        {children}
      </div>
    </div>
  );
};
