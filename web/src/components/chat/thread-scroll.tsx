import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels from the top within which older messages are loaded. */
const nearTop = 100;

/** Pixels from the end within which somebody is taken to read the newest. */
const nearEnd = 40;

/** Pixels that stay free above what is shown from its top. */
const above = 16;

/** What is read from its top where there is no room for all of it, and what is being sent. */
export const marks = { asked: 'chat-asked', sent: 'chat-sent' } as const;

type Props = {
  children: ReactNode;
  /** The oldest message that is shown. */
  first: string | undefined;
  /** What somebody sends: they want to see it. */
  sent: string | undefined;
  hasOlder: boolean;
  onOlder: () => void;
};

/** Where the newest is read: at the end, or at the top of what is asked there. */
type End = { end: number; asked: Element | undefined };

type Place = { top: number; height: number; isAtEnd: boolean } & End &
  Pick<Props, 'first' | 'sent'>;

const topOf = (frame: Element, part: Element): number => {
  const distance = part.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  return Math.max(0, frame.scrollTop + distance - above);
};

const endOf = (frame: Element): End => {
  const bottom = frame.scrollHeight - frame.clientHeight;
  const [asked] = frame.getElementsByClassName(marks.asked);
  return { end: asked ? Math.min(bottom, topOf(frame, asked)) : bottom, asked };
};

/** Where somebody reads now. */
const placeIn = (frame: Element): Omit<Place, 'first' | 'sent'> => {
  const { scrollTop: top, scrollHeight: height } = frame;
  const { end, asked } = endOf(frame);
  return { top, height, isAtEnd: end - top < nearEnd, end, asked };
};

/** Below the top of what is asked somebody reads on in it, and stays there. */
const goToEnd = (frame: Element, { top, end: endBefore, asked: askedBefore }: Place): void => {
  const { end, asked } = endOf(frame);
  const within = asked && asked === askedBefore ? Math.max(0, top - endBefore) : 0;
  frame.scrollTop = end + within;
};

/** What is sent while something is asked comes above that. */
const goToSent = (frame: Element): void => {
  const { end, asked } = endOf(frame);
  const [sent] = frame.getElementsByClassName(marks.sent);
  frame.scrollTop = asked && sent ? Math.min(end, topOf(frame, sent)) : end;
};

const start: Omit<Place, 'first' | 'sent'> = {
  top: 0,
  height: 0,
  isAtEnd: true,
  end: 0,
  asked: undefined,
};

/**
 * Keeps its place: at the end while somebody reads the newest, and where they are when older
 * messages come in above.
 */
export const ThreadScroll = ({ children, first, sent, hasOlder, onOlder }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ ...start, first, sent });

  const lookUp = () => {
    if (frame.current && frame.current.scrollTop < nearTop && hasOlder) onOlder();
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { isAtEnd, top, height, first: before, sent: sentBefore } = place.current;
    const isSent = sent !== undefined && sent !== sentBefore;
    if (isSent) goToSent(element);
    else if (isAtEnd) goToEnd(element, place.current);
    else if (before !== first) element.scrollTop = top + element.scrollHeight - height;
    place.current = { ...placeIn(element), first, sent };
  });
  // A page that does not fill the frame cannot be scrolled.
  useEffect(lookUp);
  useEffect(() => {
    const grown = new ResizeObserver(() => {
      const element = frame.current;
      if (!element || !place.current.isAtEnd) return;
      goToEnd(element, place.current);
      place.current = { ...place.current, ...placeIn(element) };
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
      // What scrolls has to be reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        place.current = { ...place.current, ...placeIn(currentTarget) };
        lookUp();
      }}
    >
      <div ref={content} className="chat-column">
        {children}
      </div>
    </div>
  );
};
