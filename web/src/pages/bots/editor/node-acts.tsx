import ButtonGroup, { type ButtonGroupProps } from '@cloudscape-design/components/button-group';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from './edit.ts';
import { deletion, duplication, switching } from './key-commands.ts';

type Props = { graph: Graph; node: GraphNode; onEdit: (edit: Edit) => void };

type Act = Pick<ButtonGroupProps.IconButton, 'id' | 'text' | 'iconName'> & {
  edit: Edit | undefined;
};

const actsOf = ({ graph, node }: Props): Act[] => {
  const chosen = { graph, selected: { nodes: [node.id], edges: [] } };
  const off = switching(chosen);
  const icon = off?.disabled === false ? 'play' : 'status-stopped';
  return [
    { id: 'duplicate', text: 'Duplicate (Ctrl+D)', iconName: 'copy', edit: duplication(chosen) },
    {
      id: 'switch',
      text: `${node.disabled ? 'Enable' : 'Disable'} (D)`,
      iconName: icon,
      edit: off,
    },
    { id: 'delete', text: `Delete ${node.name}`, iconName: 'remove', edit: deletion(chosen) },
  ];
};

/** What can be done with one node by mouse, and by which keys. */
export const NodeActs = (props: Props) => {
  const acts = actsOf(props).filter(({ edit }) => edit !== undefined);
  return (
    <ButtonGroup
      variant="icon"
      ariaLabel={`Acts on ${props.node.name}`}
      items={acts.map(({ edit: _edit, ...act }) => ({ type: 'icon-button', ...act }))}
      onItemClick={({ detail }) => {
        const edit = acts.find(({ id }) => id === detail.id)?.edit;
        if (edit) props.onEdit(edit);
      }}
    />
  );
};
