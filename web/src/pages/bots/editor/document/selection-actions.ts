import type { Edit } from './edit.ts';
import {
  deleteEditOf,
  duplicateEditOf,
  type GraphWithSelection,
  toggleDisabledEditOf,
} from './key-commands.ts';

/** An action on selected nodes and arrows, with its shortcut. */
export type SelectionAction = {
  id: 'duplicate' | 'switch' | 'delete';
  text: string;
  keys: string;
  iconName: 'copy' | 'play' | 'remove' | 'status-stopped';
  edit: Edit;
};

/** The selection as the object of a sentence. */
const selectionText = ({ graph, selected: { nodes, edges } }: GraphWithSelection): string => {
  if (nodes.length === 0) return edges.length === 1 ? 'arrow' : 'arrows';
  const only = nodes.length === 1 && edges.length === 0;
  return (only && graph.nodes.find(({ id }) => id === nodes[0])?.name) || 'selection';
};

/** The actions in the order of the buttons and of the menu. */
export const selectionActionsOf = (chosen: GraphWithSelection): SelectionAction[] => {
  const copies = duplicateEditOf(chosen);
  const off = toggleDisabledEditOf(chosen);
  return [
    ...(copies
      ? [
          {
            id: 'duplicate',
            text: 'Duplicate',
            keys: 'Ctrl+D',
            iconName: 'copy',
            edit: copies,
          } as const,
        ]
      : []),
    ...(off
      ? [
          {
            id: 'switch',
            text: off.disabled ? 'Disable' : 'Enable',
            keys: 'D',
            iconName: off.disabled ? 'status-stopped' : 'play',
            edit: off,
          } as const,
        ]
      : []),
    {
      id: 'delete',
      text: `Delete ${selectionText(chosen)}`,
      keys: 'Delete',
      iconName: 'remove',
      edit: deleteEditOf(chosen),
    },
  ];
};
