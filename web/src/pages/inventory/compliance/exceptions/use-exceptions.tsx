import { type ComponentProps, Suspense, useState } from 'react';
import type { Applied, ExceptionAct } from './applied.tsx';
import { LazyEditException, LazyEndException, LazyMakeException } from './dialogs.ts';

type Making = Omit<ComponentProps<typeof LazyMakeException>, 'onClose'>;

/** The open dialog: for a new exception, or an existing one. */
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
 * The dialogs about exceptions. They belong to the page: the content of the panel beside it is
 * mounted again when the panel moves, and would lose the input.
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
