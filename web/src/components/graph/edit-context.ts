import { createContext } from 'react';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';

type Position = GraphNode['position'];

/** Requests from parts of the canvas; absent if the graph is read-only. */
export type CanvasEdits = {
  /** Requests a new node after this one, at this handle, and at a position if given. */
  addAfter: (nodeId: string, handle: string, at?: Position) => void;
  /** Requests a new node inside this arrow. */
  addInto: (edgeId: string) => void;
};

export const EditContext = createContext<CanvasEdits | undefined>(undefined);
