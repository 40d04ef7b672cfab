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
type EndPosition = { end: number; asked: Element | undefined };

type ScrollState = { top: number; height: number; isAtEnd: boolean } & EndPosition &
  Pick<Props, 'first' | 'sent'>;

const topOf = (frame: Element, part: Element): number => {
  const distance = part.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  return Math.max(0, frame.scrollTop + distance - topMargin);
};

const endOf = (frame: Element): EndPosition => {
  const bottom = frame.scrollHeight - frame.clientHeight;
  const [asked] = frame.getElementsByClassName(marks.asked);
  return { end: asked ? Math.min(bottom, topOf(frame, asked)) : bottom, asked };
};

/** The current scroll position. */
const scrollStateOf = (frame: Element): Omit<ScrollState, 'first' | 'sent'> => {
  const { scrollTop: top, scrollHeight: height } = frame;
  const { end, asked } = endOf(frame);
  return { top, height, isAtEnd: end - top < nearEnd, end, asked };
};

/** A user who has scrolled within the question stays at the same place in it. */
const scrollToEnd = (
  frame: Element,
  { top, end: endBefore, asked: askedBefore }: ScrollState,
): void => {
  const { end, asked } = endOf(frame);
  const within = asked && asked === askedBefore ? Math.max(0, top - endBefore) : 0;
  frame.scrollTop = end + within;
};

/** A message sent while a question is open stands above it. */
const scrollToSent = (frame: Element): void => {
  const { end, asked } = endOf(frame);
  const [sent] = frame.getElementsByClassName(marks.sent);
  frame.scrollTop = asked && sent ? Math.min(end, topOf(frame, sent)) : end;
};

const initialState: Omit<ScrollState, 'first' | 'sent'> = {
  top: 0,
  height: 0,
  isAtEnd: true,
  end: 0,
  asked: undefined,
};

/**
 * Keeps the scroll position: at the end while the newest message is read, and in place when older
 * messages are added above.
 */
export const ThreadScroll = ({ children, first, sent, hasOlder, onOlder }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<ScrollState>({ ...initialState, first, sent });

  const lookUp = () => {
    if (frame.current && frame.current.scrollTop < nearTop && hasOlder) onOlder();
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { isAtEnd, top, height, first: before, sent: sentBefore } = place.current;
    const isSent = sent !== undefined && sent !== sentBefore;
    if (isSent) scrollToSent(element);
    else if (isAtEnd) scrollToEnd(element, place.current);
    else if (before !== first) element.scrollTop = top + element.scrollHeight - height;
    place.current = { ...scrollStateOf(element), first, sent };
  });
  // A page that does not fill the frame cannot be scrolled, so that more is loaded.
  useEffect(lookUp);
  useEffect(() => {
    const grown = new ResizeObserver(() => {
      const element = frame.current;
      if (!element || !place.current.isAtEnd) return;
      scrollToEnd(element, place.current);
      place.current = { ...place.current, ...scrollStateOf(element) };
    });
    if (content.current) grown.observe(content.current);
    if (frame.current) grown.observe(frame.current);
    return () => grown.disconnect();
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
        place.current = { ...place.current, ...scrollStateOf(currentTarget) };
        lookUp();
      }}
    >
      <div ref={content} className="chat-column">
        {children}
      </div>
    </div>
  );
};
