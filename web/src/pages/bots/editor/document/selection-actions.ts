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
  const isSingleNode = nodes.length === 1 && edges.length === 0;
  return (isSingleNode && graph.nodes.find(({ id }) => id === nodes[0])?.name) || 'selection';
};

/** The actions in the order of the buttons and of the menu. */
export const selectionActionsOf = (selection: GraphWithSelection): SelectionAction[] => {
  const duplicateEdit = duplicateEditOf(selection);
  const toggleEdit = toggleDisabledEditOf(selection);
  return [
    ...(duplicateEdit
      ? [
          {
            id: 'duplicate',
            text: 'Duplicate',
            keys: 'Ctrl+D',
            iconName: 'copy',
            edit: duplicateEdit,
          } as const,
        ]
      : []),
    ...(toggleEdit
      ? [
          {
            id: 'switch',
            text: toggleEdit.disabled ? 'Disable' : 'Enable',
            keys: 'D',
            iconName: toggleEdit.disabled ? 'status-stopped' : 'play',
            edit: toggleEdit,
          } as const,
        ]
      : []),
    {
      id: 'delete',
      text: `Delete ${selectionText(selection)}`,
      keys: 'Delete',
      iconName: 'remove',
      edit: deleteEditOf(selection),
    },
  ];
};
