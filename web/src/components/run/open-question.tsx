import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from '#web/app/store.ts';
import { scrollTarget, scrollToQuestion } from './scroll-to-question.ts';

const fields = 'input, textarea, select, button[aria-haspopup]';

/**
 * An open question: scrolled into view, with the focus in its first field, when a user jumps to it.
 */
export const OpenQuestion = ({ id, children }: { id: string; children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  const isWanted = useStore(scrollTarget) === id;
  useEffect(() => {
    if (!isWanted) return;
    scrollToQuestion(undefined);
    const field = element.current?.querySelector<HTMLElement>(fields);
    (field ?? element.current)?.focus({ preventScroll: true });
    element.current?.scrollIntoView?.({ block: 'start' });
  }, [isWanted]);
  return (
    <div ref={element} className="run-asked" tabIndex={-1}>
      {children}
    </div>
  );
};
