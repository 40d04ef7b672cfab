import { useDeferredValue, useMemo, useReducer } from 'react';
import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { editor, openEditor, type Command, type EditorState } from './document/editor-state.ts';
import { knownToServer } from './document/warnings.ts';
import { useJudge } from './judge.ts';
import { useOwnActions } from './use-own-actions.ts';

export type Editor = EditorState & {
  dispatch: (command: Command) => void;
  /** What keeps the graph from running; follows the graph without holding up typing. */
  problems: Problem[];
};

/** The graph as saved last, and what the server says of it. */
type Saved = Pick<BotView, 'graph' | 'problems'>;

const none: Problem[] = [];

/**
 * The verdict on a graph: the server's until it can be judged here, and then what is found here,
 * with what only the server knows.
 */
const useProblems = (graph: Graph, saved: Saved | undefined): Problem[] => {
  const judge = useJudge();
  const own = useOwnActions(graph);
  const found = useMemo(
    () => (own && saved && judge?.check(saved.graph, own)) ?? none,
    [judge, saved, own],
  );
  return useMemo(() => {
    if (!own || !judge) return saved?.problems ?? none;
    const told = { graph: saved?.graph ?? graph, told: saved?.problems ?? none };
    return [...judge.check(graph, own), ...knownToServer(graph, told, found)];
  }, [judge, graph, own, saved, found]);
};

/** `handed` is an editor that goes on. */
export const useEditor = (
  initial: Graph,
  saved: Saved | undefined,
  handed?: EditorState,
): Editor => {
  const [state, dispatch] = useReducer(editor, initial, (graph) => handed ?? openEditor(graph));
  const settled = useDeferredValue(state.graph);
  return { ...state, dispatch, problems: useProblems(settled, saved) };
};

/** How many problems each node has. */
export const issuesOf = (problems: readonly Problem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { node_id } of problems) {
    if (node_id !== undefined) counts.set(node_id, (counts.get(node_id) ?? 0) + 1);
  }
  return counts;
};
