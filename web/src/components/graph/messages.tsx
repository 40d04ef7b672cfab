import { type ReactNode, useEffect, useRef } from 'react';

/** Pixels at the top of the canvas around this element that messages cover. */
export const coveredHeight = (inCanvas: Element | null): number =>
  inCanvas?.closest('.bot-graph')?.querySelector('.bot-messages')?.clientHeight ?? 0;

/** Messages over the canvas, which does not move when they come and go; its tools move down. */
export const Messages = ({ children }: { children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const messages = element.current;
    if (!messages) return undefined;
    const observer = new ResizeObserver(() =>
      messages.parentElement?.style.setProperty('--bot-covered', `${messages.clientHeight}px`),
    );
    observer.observe(messages);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className="bot-messages">
      {children}
    </div>
  );
};
