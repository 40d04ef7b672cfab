import { type ComponentProps, Suspense, useState } from 'react';
import type { ExceptionAct, ResourceException } from './applied.tsx';
import { LazyEditException, LazyEndException, LazyMakeException } from './dialogs.ts';

type NewExceptionProps = Omit<ComponentProps<typeof LazyMakeException>, 'onClose'>;

/** The open dialog: for a new exception, or an existing one. */
type ExceptionDialogState =
  ({ kind: 'make' } & NewExceptionProps) | { kind: ExceptionAct; exception: ResourceException };

export type OpenException = (asked: ExceptionDialogState) => void;

type DialogsProps = { asked: ExceptionDialogState; onClose: () => void };

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
  const [asked, open] = useState<ExceptionDialogState>();
  const dialogs = (
    <Suspense fallback={null}>
      {asked && <Dialogs asked={asked} onClose={() => open(undefined)} />}
    </Suspense>
  );
  return { open, dialogs };
};
