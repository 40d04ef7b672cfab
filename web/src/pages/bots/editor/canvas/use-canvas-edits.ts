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

/**
 * The mouse edits of the canvas as commands. `requestNode` opens the list of node kinds for a
 * place.
 */
export const useCanvasEdits = (
  { graph, dispatch }: Editor,
  requestNode: (insertPoint: InsertPoint) => void,
  initial: ReturnType<typeof useInitialSettings>,
): Edits => {
  const stableEdits = useMemo(
    () => ({
      addAfter: (after: string, handle: string, near?: Position) =>
        requestNode({ after, handle, near }),
      addInto: (into: string) => requestNode({ into }),
      addAt: (at: Position) => requestNode({ at }),
    }),
    [requestNode],
  );
  return {
    ...stableEdits,
    mayConnect: (connection) => canConnect(graph, connection),
    connect: (connection) =>
      dispatch({ do: 'edit', edit: { do: 'connect', id: newId(), ...connection } }),
    move: (to) => dispatch({ do: 'edit', edit: { do: 'move', to } }),
    drop: (kind, at, dropTarget) => {
      const insertPoint = dropTarget && canBeEntered(kind) ? dropTarget : { at };
      dispatch({
        do: 'edit',
        edit: { do: 'add', kind, id: newId(), insertPoint, ...initial(kind) },
      });
      // The focus moves to the dropped node once it is rendered.
      setTimeout(focusCanvas);
    },
  };
};
