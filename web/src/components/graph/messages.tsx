import { type ReactNode, useEffect, useRef } from 'react';

/** Pixels that messages cover of the canvas with this element in it, from its top. */
export const coveredAbove = (inCanvas: Element | null): number =>
  inCanvas?.closest('.bot-graph')?.querySelector('.bot-messages')?.clientHeight ?? 0;

/** Messages lie over the canvas, which does not move when they come and go; its tools make room. */
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
