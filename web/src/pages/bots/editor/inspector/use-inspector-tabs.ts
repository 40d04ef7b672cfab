import { useCallback, useState } from 'react';

export const tabIds = ['settings', 'test', 'result', 'json'] as const;
export type InspectorTab = (typeof tabIds)[number];

/** The open tab, and the node that it was opened for. */
export type OpenTab = { nodeId: string; tab: InspectorTab };

/** The typed text while it is invalid as JSON or as a node, and why. */
export type UnfinishedJson = { text: string; problem: string };

const withUnfinishedJson = (
  texts: ReadonlyMap<string, UnfinishedJson>,
  nodeId: string,
  typed: UnfinishedJson | undefined,
): ReadonlyMap<string, UnfinishedJson> => {
  const previous = texts.get(nodeId);
  if (previous?.text === typed?.text && previous?.problem === typed?.problem) return texts;
  const next = new Map(texts);
  if (typed) next.set(nodeId, typed);
  else next.delete(nodeId);
  return next;
};

/**
 * The state of the inspector's tabs: which one is open, and the JSON texts that are not valid yet.
 * It is kept outside of a node's inspector, so that no text is lost by selecting another node.
 */
export const useInspectorTabs = (first: OpenTab | undefined) => {
  const [openTab, setOpenTab] = useState(first);
  const [unfinished, setUnfinished] = useState<ReadonlyMap<string, UnfinishedJson>>(new Map());
  const keep = useCallback(
    (nodeId: string, typed: UnfinishedJson | undefined) =>
      setUnfinished((texts) => withUnfinishedJson(texts, nodeId, typed)),
    [],
  );
  return {
    openTab,
    open: (nodeId: string, tab: InspectorTab) => setOpenTab({ nodeId, tab }),
    /** A node with invalid JSON opens on that tab. */
    tabOf: (nodeId: string): InspectorTab => {
      if (openTab?.nodeId === nodeId) return openTab.tab;
      return unfinished.has(nodeId) ? 'json' : 'settings';
    },
    unfinished,
    keep,
    forget: () => setUnfinished(new Map()),
  };
};

export type InspectorTabsState = ReturnType<typeof useInspectorTabs>;
