import { useDeferredValue, useMemo, useReducer } from 'react';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { editor, openEditor, type Command, type EditorState } from './document/editor-state.ts';
import { useJudge } from './judge.ts';
import { useOwnActions } from './use-own-actions.ts';

export type Editor = EditorState & {
  dispatch: (command: Command) => void;
  /** What keeps the graph from running; follows the graph without holding up typing. */
  problems: Problem[];
};

/**
 * `known` are the problems of the graph as opened, until they can be judged here; `handed` is an
 * editor that goes on.
 */
export const useEditor = (initial: Graph, known: Problem[], handed?: EditorState): Editor => {
  const [state, dispatch] = useReducer(editor, initial, (graph) => handed ?? openEditor(graph));
  const settled = useDeferredValue(state.graph);
  const judge = useJudge();
  const own = useOwnActions(settled);
  const problems = useMemo(
    () => (own && judge?.check(settled, own)) ?? known,
    [judge, settled, own, known],
  );
  return { ...state, dispatch, problems };
};

/** How many problems each node has. */
export const issuesOf = (problems: readonly Problem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { node_id } of problems) {
    if (node_id !== undefined) counts.set(node_id, (counts.get(node_id) ?? 0) + 1);
  }
  return counts;
};
