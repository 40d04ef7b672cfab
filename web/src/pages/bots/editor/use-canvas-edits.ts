import { useMemo } from 'react';
import type { Edits } from '../graph/canvas.tsx';
import { mayConnect } from './connect.ts';
import type { Where } from './insert.ts';
import { newId } from './new-id.ts';
import type { Editor } from './use-editor.ts';

/** What the mouse does on the canvas, as commands. `ask` opens the palette for a place. */
export const useCanvasEdits = ({ graph, dispatch }: Editor, ask: (where: Where) => void): Edits => {
  const steady = useMemo(
    () => ({
      addAfter: (after: string, handle: string) => ask({ after, handle }),
      addInto: (into: string) => ask({ into }),
      addAt: (at: { x: number; y: number }) => ask({ at }),
    }),
    [ask],
  );
  return {
    ...steady,
    mayConnect: (connection) => mayConnect(graph, connection),
    connect: (connection) =>
      dispatch({ do: 'edit', edit: { do: 'connect', id: newId(), ...connection } }),
    move: (to) => dispatch({ do: 'edit', edit: { do: 'move', to } }),
    drop: (kind, at) =>
      dispatch({ do: 'edit', edit: { do: 'add', kind, id: newId(), where: { at } } }),
  };
};
