import { createContext } from 'react';

/** What parts of the canvas may ask for; absent where the graph is only looked at. */
export type CanvasEdits = {
  /** Asks for a node behind this one, by this way out. */
  addAfter: (nodeId: string, handle: string) => void;
  /** Asks for a node inside this arrow. */
  addInto: (edgeId: string) => void;
};

export const EditContext = createContext<CanvasEdits | undefined>(undefined);
