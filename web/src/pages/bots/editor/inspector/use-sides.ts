import { useCallback, useState } from 'react';

export const tabIds = ['settings', 'test', 'result', 'json'] as const;
export type InspectorTab = (typeof tabIds)[number];

/** The side that is open, of the node that it was opened for. */
export type OpenSide = { nodeId: string; tab: InspectorTab };

/** JSON as it was typed, while it is none or no node, and why. */
export type Unfinished = { text: string; problem: string };

const withText = (
  texts: ReadonlyMap<string, Unfinished>,
  nodeId: string,
  typed: Unfinished | undefined,
): ReadonlyMap<string, Unfinished> => {
  const before = texts.get(nodeId);
  if (before?.text === typed?.text && before?.problem === typed?.problem) return texts;
  const next = new Map(texts);
  if (typed) next.set(nodeId, typed);
  else next.delete(nodeId);
  return next;
};

/**
 * The inspector's sides: which one is open, and the JSON that was typed and is not taken yet. They
 * outlive the inspector of a node, so that no text is lost by selecting another one.
 */
export const useSides = (first: OpenSide | undefined) => {
  const [opened, setOpened] = useState(first);
  const [unfinished, setUnfinished] = useState<ReadonlyMap<string, Unfinished>>(new Map());
  const keep = useCallback(
    (nodeId: string, typed: Unfinished | undefined) =>
      setUnfinished((texts) => withText(texts, nodeId, typed)),
    [],
  );
  return {
    opened,
    open: (nodeId: string, tab: InspectorTab) => setOpened({ nodeId, tab }),
    /** A node whose JSON is not finished opens with it. */
    tabOf: (nodeId: string): InspectorTab => {
      if (opened?.nodeId === nodeId) return opened.tab;
      return unfinished.has(nodeId) ? 'json' : 'settings';
    },
    unfinished,
    keep,
    forget: () => setUnfinished(new Map()),
  };
};

export type Sides = ReturnType<typeof useSides>;
