import { useMemo } from 'react';
import { canBeEntered } from '#lib/domain/bots/node-facts.schema.ts';
import type { Edits } from '#web/components/graph/use-edit-handlers.ts';
import { canConnect } from '../document/connect.ts';
import type { InsertPoint } from '../document/insert.ts';
import { newId } from '../document/new-id.ts';
import type { Position } from '../document/placement.ts';
import type { Editor } from '../use-editor.ts';
import { focusCanvas } from './use-keys.ts';
import type { useInitialSettings } from './use-initial-settings.ts';

/** The mouse edits of the canvas as commands. `ask` opens the list of node kinds for a place. */
export const useCanvasEdits = (
  { graph, dispatch }: Editor,
  ask: (where: InsertPoint) => void,
  initial: ReturnType<typeof useInitialSettings>,
): Edits => {
  const steady = useMemo(
    () => ({
      addAfter: (after: string, handle: string, near?: Position) => ask({ after, handle, near }),
      addInto: (into: string) => ask({ into }),
      addAt: (at: Position) => ask({ at }),
    }),
    [ask],
  );
  return {
    ...steady,
    mayConnect: (connection) => canConnect(graph, connection),
    connect: (connection) =>
      dispatch({ do: 'edit', edit: { do: 'connect', id: newId(), ...connection } }),
    move: (to) => dispatch({ do: 'edit', edit: { do: 'move', to } }),
    drop: (kind, at, taker) => {
      const where = taker && canBeEntered(kind) ? taker : { at };
      dispatch({ do: 'edit', edit: { do: 'add', kind, id: newId(), where, ...initial(kind) } });
      // The focus moves to the dropped node once it is rendered.
      setTimeout(focusCanvas);
    },
  };
};
