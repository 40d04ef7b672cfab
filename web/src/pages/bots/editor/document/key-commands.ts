import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { type Direction, findNodeInDirection } from '#web/components/graph/walk.ts';
import type { Edit } from './edit.ts';
import type { Command, EditorState } from './editor-state.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { newId } from './new-id.ts';
import { findFreeOffset } from './placement.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Box } from '#web/components/graph/node-size.ts';

const isDirection = (shortcut: Shortcut): shortcut is Direction =>
  ['left', 'right', 'up', 'down'].includes(shortcut);

/** A graph and its selection. */
export type GraphWithSelection = Pick<EditorState, 'graph' | 'selected'>;

export const deleteEditOf = ({ selected: { nodes, edges } }: GraphWithSelection): Edit => ({
  do: 'delete',
  nodes,
  edges,
});

/** Pastes the nodes where they overlap nothing, within the visible part of the canvas. */
export const pasteEditOf = (graph: Graph, fragment: Fragment, view?: Box): Edit => {
  const offset = findFreeOffset(graph, fragment.nodes, view);
  return { do: 'paste', fragment, seed: newId(), offset };
};

export const duplicateEditOf = ({ graph, selected }: GraphWithSelection): Edit | undefined => {
  const fragment = fragmentOf(graph, new Set(selected.nodes));
  return fragment.nodes.length === 0 ? undefined : pasteEditOf(graph, fragment);
};

/**
 * Disables the nodes of the selection that can be disabled, or enables them if all of them are
 * disabled.
 */
export const toggleDisabledEditOf = ({
  graph,
  selected,
}: GraphWithSelection): Extract<Edit, { do: 'disable' }> | undefined => {
  const nodes = graph.nodes.filter(
    ({ id, type }) => selected.nodes.includes(id) && skippableKinds.has(type),
  );
  if (nodes.length === 0) return undefined;
  const disabled = nodes.some((node) => !node.disabled);
  return { do: 'disable', nodes: nodes.map(({ id }) => id), disabled };
};

const editOf = (selection: GraphWithSelection, shortcut: Shortcut): Edit | undefined => {
  if (shortcut === 'delete') return deleteEditOf(selection);
  if (shortcut === 'duplicate') return duplicateEditOf(selection);
  return shortcut === 'disable' ? toggleDisabledEditOf(selection) : undefined;
};

const step = (
  { graph, selected }: GraphWithSelection,
  direction: Direction,
  extend: boolean,
): Command => {
  const to = findNodeInDirection(graph, selected.nodes.at(-1), direction);
  const nodes = to === undefined ? [] : [to];
  if (!extend) return { do: 'select', nodes };
  // The reached node comes last: the next step starts from it.
  return { do: 'select', nodes: [...selected.nodes.filter((id) => id !== to), ...nodes] };
};

/** The command of a key for the graph or the selection; undefined for other shortcuts. */
export const commandOf = (
  selection: GraphWithSelection,
  shortcut: Shortcut,
  extend: boolean,
): Command | undefined => {
  if (isDirection(shortcut)) return step(selection, shortcut, extend);
  if (shortcut === 'undo' || shortcut === 'redo') return { do: shortcut };
  if (shortcut === 'clear') return { do: 'select', nodes: [] };
  if (shortcut === 'selectAll') {
    return { do: 'select', nodes: selection.graph.nodes.map(({ id }) => id) };
  }
  const edit = editOf(selection, shortcut);
  return edit && { do: 'edit', edit };
};
