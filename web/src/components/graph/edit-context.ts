import { createContext } from 'react';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';

type Position = GraphNode['position'];

/** What parts of the canvas may ask for; absent where the graph is only looked at. */
export type CanvasEdits = {
  /** Asks for a node behind this one, by this way out, and where it is wanted if anywhere. */
  addAfter: (nodeId: string, handle: string, at?: Position) => void;
  /** Asks for a node inside this arrow. */
  addInto: (edgeId: string) => void;
};

export const EditContext = createContext<CanvasEdits | undefined>(undefined);
