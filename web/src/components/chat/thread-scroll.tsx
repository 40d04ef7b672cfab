import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels from the top within which older messages are loaded. */
const nearTop = 100;

/** Pixels from the end within which somebody is taken to read the newest. */
const nearEnd = 40;

type Props = {
  children: ReactNode;
  /** The oldest message that is shown. */
  first: string | undefined;
  /** What somebody sends: they want to see it. */
  sent: string | undefined;
  hasOlder: boolean;
  onOlder: () => void;
};

type Place = { top: number; height: number; isAtEnd: boolean } & Pick<Props, 'first' | 'sent'>;

/**
 * Keeps its place: at the end while somebody reads the newest, and where they are when older
 * messages come in above.
 */
export const ThreadScroll = ({ children, first, sent, hasOlder, onOlder }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ top: 0, height: 0, isAtEnd: true, first, sent });

  const note = (element: HTMLElement) => {
    const { scrollTop: top, scrollHeight: height, clientHeight } = element;
    const isAtEnd = height - top - clientHeight < nearEnd;
    place.current = { ...place.current, top, height, isAtEnd };
  };
  const lookUp = () => {
    if (frame.current && frame.current.scrollTop < nearTop && hasOlder) onOlder();
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { isAtEnd, top, height, first: before, sent: sentBefore } = place.current;
    const isSent = sent !== undefined && sent !== sentBefore;
    if (isAtEnd || isSent) element.scrollTop = element.scrollHeight;
    else if (before !== first) element.scrollTop = top + element.scrollHeight - height;
    place.current = { ...place.current, first, sent };
    note(element);
  });
  // A page that does not fill the frame cannot be scrolled.
  useEffect(lookUp);
  useEffect(() => {
    const grown = new ResizeObserver(() => {
      const element = frame.current;
      if (element && place.current.isAtEnd) element.scrollTop = element.scrollHeight;
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
        note(currentTarget);
        lookUp();
      }}
    >
      <div ref={content} className="chat-column">
        {children}
      </div>
    </div>
  );
};
