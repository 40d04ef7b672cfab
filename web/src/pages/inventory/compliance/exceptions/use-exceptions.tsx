import { type ComponentProps, Suspense, useState } from 'react';
import type { Applied, ExceptionAct } from './applied.tsx';
import { LazyEditException, LazyEndException, LazyMakeException } from './dialogs.ts';

type Making = Omit<ComponentProps<typeof LazyMakeException>, 'onClose'>;

/** What is asked: about a new exception, or about one that is there. */
type Asked = ({ kind: 'make' } & Making) | { kind: ExceptionAct; exception: Applied };

export type OpenException = (asked: Asked) => void;

type DialogsProps = { asked: Asked; onClose: () => void };

const Dialogs = ({ asked, onClose }: DialogsProps) => {
  if (asked.kind === 'make') return <LazyMakeException {...asked} onClose={onClose} />;
  const { exception } = asked;
  return asked.kind === 'edit' ? (
    <LazyEditException {...{ exception, onClose }} />
  ) : (
    <LazyEndException {...{ exception, onClose }} />
  );
};

/**
 * The windows that ask about exceptions. They are the page's: what stands in the panel beside it is
 * drawn anew when the panel moves, and would lose what was entered.
 */
export const useExceptions = () => {
  const [asked, open] = useState<Asked>();
  const dialogs = (
    <Suspense fallback={null}>
      {asked && <Dialogs asked={asked} onClose={() => open(undefined)} />}
    </Suspense>
  );
  return { open, dialogs };
};
