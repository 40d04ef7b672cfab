import { type ReactNode, useEffect, useRef } from 'react';
import { createStore, useStore } from '#web/app/store.ts';

/** The approval or form to which somebody wants to be led, which may be on its way still. */
const wanted = createStore<string | undefined>(undefined);

/** Leads to what is asked, by its id, as soon as it is shown. */
export const leadTo = (id: string | undefined): void => wanted.set(id);

const fields = 'input, textarea, select, button[aria-haspopup]';

/** What is asked: brought into view, with the caret in its first field, once somebody wants it. */
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
