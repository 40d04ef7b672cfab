import { useDeferredValue, useMemo, useReducer } from 'react';
import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import {
  type Command,
  createEditorState,
  type EditorState,
  reduceEditor,
} from './document/editor-state.ts';
import { serverOnlyProblems } from './document/warnings.ts';
import { useGraphChecker } from './graph-checker.ts';
import { useOwnActions } from './use-own-actions.ts';

export type Editor = EditorState & {
  dispatch: (command: Command) => void;
  /**
   * The problems that prevent the graph from running; updated after the graph without delaying
   * typing.
   */
  problems: Problem[];
};

/** The last saved graph, and the server's problems with it. */
type Saved = Pick<BotView, 'graph' | 'problems'>;

const none: Problem[] = [];

/**
 * The problems of a graph: the server's until the check is loaded here, then those found here
 * together with those that only the server finds.
 */
const useProblems = (graph: Graph, saved: Saved | undefined): Problem[] => {
  const checker = useGraphChecker();
  const ownActions = useOwnActions(graph);
  const found = useMemo(
    () => (ownActions && saved && checker?.check(saved.graph, ownActions)) ?? none,
    [checker, saved, ownActions],
  );
  return useMemo(() => {
    if (!ownActions || !checker) return saved?.problems ?? none;
    const told = { graph: saved?.graph ?? graph, told: saved?.problems ?? none };
    return [...checker.check(graph, ownActions), ...serverOnlyProblems(graph, told, found)];
  }, [checker, graph, ownActions, saved, found]);
};

/** The state of an editor. `initialState` is one that is continued. */
export const useEditor = (
  initialGraph: Graph,
  saved: Saved | undefined,
  initialState?: EditorState,
): Editor => {
  const [state, dispatch] = useReducer(
    reduceEditor,
    initialGraph,
    (graph) => initialState ?? createEditorState(graph),
  );
  const deferredGraph = useDeferredValue(state.graph);
  return { ...state, dispatch, problems: useProblems(deferredGraph, saved) };
};

/** The number of problems per node. */
export const issueCountsOf = (problems: readonly Problem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { node_id } of problems) {
    if (node_id !== undefined) counts.set(node_id, (counts.get(node_id) ?? 0) + 1);
  }
  return counts;
};
