import ButtonGroup from '@cloudscape-design/components/button-group';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { selectionActionsOf } from '../document/selection-actions.ts';
import type { Edit } from '../document/edit.ts';

type Props = { graph: Graph; node: GraphNode; onEdit: (edit: Edit) => void };

/** The mouse actions for one node, with their shortcuts. */
export const NodeActs = ({ graph, node, onEdit }: Props) => {
  const actions = selectionActionsOf({ graph, selected: { nodes: [node.id], edges: [] } });
  return (
    <ButtonGroup
      variant="icon"
      ariaLabel={`Acts on ${node.name}`}
      items={actions.map(({ id, text, keys, iconName }) => ({
        type: 'icon-button',
        id,
        text: id === 'delete' ? text : `${text} (${keys})`,
        iconName,
      }))}
      onItemClick={({ detail }) => {
        const action = actions.find(({ id }) => id === detail.id);
        if (action) onEdit(action.edit);
      }}
    />
  );
};
