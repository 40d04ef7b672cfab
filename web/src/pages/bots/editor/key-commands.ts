import { passableKinds } from '#lib/domain/bots/node.schema.ts';
import { walk, type Direction } from '../graph/walk.ts';
import type { Edit } from './edit.ts';
import type { Command, EditorState } from './editor-state.ts';
import { fragmentOf, type Fragment } from './fragment.ts';
import { newId } from './new-id.ts';
import { freeOffset } from './placement.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Box } from '../graph/node-size.ts';

const isDirection = (shortcut: Shortcut): shortcut is Direction =>
  ['left', 'right', 'up', 'down'].includes(shortcut);

const edit = (one: Edit): Command => ({ do: 'edit', edit: one });

export const deletion = ({ selected }: EditorState): Command =>
  edit({ do: 'delete', nodes: selected.nodes, edges: selected.edges });

/** Pastes the nodes where they cover nothing, within what is seen of the canvas. */
export const pasting = ({ graph }: EditorState, fragment: Fragment, view?: Box): Command => {
  const offset = freeOffset(graph, fragment.nodes, view);
  return edit({ do: 'paste', fragment, seed: newId(), offset });
};

export const duplication = (state: EditorState): Command | undefined => {
  if (state.selected.nodes.length === 0) return undefined;
  return pasting(state, fragmentOf(state.graph, new Set(state.selected.nodes)));
};

/** Switches off what of the selection can be, or on again where all of that is off already. */
export const switching = ({ graph, selected }: EditorState): Command | undefined => {
  const nodes = graph.nodes.filter(
    ({ id, type }) => selected.nodes.includes(id) && passableKinds.has(type),
  );
  if (nodes.length === 0) return undefined;
  const disabled = nodes.some((node) => !node.disabled);
  return edit({ do: 'disable', nodes: nodes.map(({ id }) => id), disabled });
};

const step = ({ graph, selected }: EditorState, direction: Direction, grow: boolean): Command => {
  const to = walk(graph, selected.nodes.at(-1), direction);
  const nodes = to === undefined ? [] : [to];
  if (!grow) return { do: 'select', nodes };
  // The node that was reached comes last: the next step goes on from it.
  return { do: 'select', nodes: [...selected.nodes.filter((id) => id !== to), ...nodes] };
};

/** What a key does to the graph or the selection; undefined where it is about something else. */
export const commandOf = (
  state: EditorState,
  shortcut: Shortcut,
  grow: boolean,
): Command | undefined => {
  if (isDirection(shortcut)) return step(state, shortcut, grow);
  if (shortcut === 'undo' || shortcut === 'redo') return { do: shortcut };
  if (shortcut === 'delete') return deletion(state);
  if (shortcut === 'duplicate') return duplication(state);
  if (shortcut === 'disable') return switching(state);
  if (shortcut === 'clear') return { do: 'select', nodes: [] };
  if (shortcut !== 'selectAll') return undefined;
  return { do: 'select', nodes: state.graph.nodes.map(({ id }) => id) };
};
