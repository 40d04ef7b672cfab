import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from '#web/app/store.ts';
import { leadTo, wanted } from './lead-to.ts';

const fields = 'input, textarea, select, button[aria-haspopup]';

/**
 * An open question: scrolled into view, with the focus in its first field, when a user jumps to it.
 */
export const Asked = ({ id, children }: { id: string; children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  const isWanted = useStore(wanted) === id;
  useEffect(() => {
    if (!isWanted) return;
    leadTo(undefined);
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
