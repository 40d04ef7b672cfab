import { useDeferredValue, useMemo, useReducer } from 'react';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { check } from '#lib/engine/check.ts';
import { editor, openEditor, type Command, type EditorState } from './editor-state.ts';

export type Editor = EditorState & {
  dispatch: (command: Command) => void;
  /** What keeps the graph from running; follows the graph without holding up typing. */
  problems: Problem[];
};

export const useEditor = (initial: Graph): Editor => {
  const [state, dispatch] = useReducer(editor, initial, openEditor);
  const settled = useDeferredValue(state.graph);
  const problems = useMemo(() => check(settled), [settled]);
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
