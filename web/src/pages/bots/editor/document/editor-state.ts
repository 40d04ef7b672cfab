import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { applyEdit, type Edit } from './edit.ts';

export type Selection = { nodes: readonly string[]; edges: readonly string[] };

/**
 * The graph with its undo and redo history; `mergeKey` names the edit that is still in progress.
 */
export type EditorState = {
  graph: Graph;
  past: readonly Graph[];
  future: readonly Graph[];
  selected: Selection;
  mergeKey?: string | undefined;
};

/** Successive edits with the same `mergeKey` (typing in a field) form one entry of the history. */
export type Command =
  | { do: 'edit'; edit: Edit; mergeKey?: string }
  | { do: 'select'; nodes: readonly string[]; edges?: readonly string[] }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'load'; graph: Graph };

export const emptySelection: Selection = { nodes: [], edges: [] };

export const createEditorState = (graph: Graph): EditorState => ({
  graph,
  past: [],
  future: [],
  selected: emptySelection,
});

/** The part of a selection that still exists. */
const existingSelection = ({ nodes, edges }: Graph, selected: Selection): Selection => ({
  nodes: selected.nodes.filter((id) => nodes.some((node) => node.id === id)),
  edges: selected.edges.filter((id) => edges.some((edge) => edge.id === id)),
});

/** Selects the added nodes, so that the next key applies to them. */
const selectionAfter = (previous: EditorState, after: Graph, edit?: Edit): Selection => {
  const previousIds = new Set(previous.graph.nodes.map(({ id }) => id));
  const nodes = after.nodes.filter(({ id }) => !previousIds.has(id)).map(({ id }) => id);
  if (nodes.length === 0 || edit?.do === 'replace')
    return existingSelection(after, previous.selected);
  // If a node is added together with its closer, only the node itself is selected.
  return { nodes: edit?.do === 'add' ? nodes.slice(0, 1) : nodes, edges: [] };
};

const applyAndRecord = (
  state: EditorState,
  edit: Edit,
  mergeKey: string | undefined,
): EditorState => {
  const graph = applyEdit(state.graph, edit);
  if (graph === state.graph) return state;
  const isContinued = mergeKey !== undefined && mergeKey === state.mergeKey;
  return {
    graph,
    past: isContinued ? state.past : [...state.past, state.graph],
    future: [],
    selected: selectionAfter(state, graph, edit),
    mergeKey,
  };
};

const undoLast = (state: EditorState): EditorState => {
  const graph = state.past.at(-1);
  if (!graph) return state;
  return {
    graph,
    past: state.past.slice(0, -1),
    future: [state.graph, ...state.future],
    selected: selectionAfter(state, graph),
  };
};

const redoNext = (state: EditorState): EditorState => {
  const [graph, ...future] = state.future;
  if (!graph) return state;
  return {
    graph,
    past: [...state.past, state.graph],
    future,
    selected: selectionAfter(state, graph),
  };
};

/** The editor's only transition function: all keys, clicks and fields use it. */
export const reduceEditor = (state: EditorState, command: Command): EditorState => {
  switch (command.do) {
    case 'edit':
      return applyAndRecord(state, command.edit, command.mergeKey);
    case 'select':
      return {
        ...state,
        selected: { nodes: command.nodes, edges: command.edges ?? [] },
        mergeKey: undefined,
      };
    case 'undo':
      return undoLast(state);
    case 'redo':
      return redoNext(state);
    case 'load':
      return createEditorState(command.graph);
    default:
      return command satisfies never;
  }
};
