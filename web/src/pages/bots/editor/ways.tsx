import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeCatalogue, nodeHandles } from '#lib/domain/bots/node.schema.ts';
import { handleOf, mayConnect } from './connect.ts';
import type { Edit } from './edit.ts';
import { newId } from './new-id.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  readOnly: boolean;
  onEdit: (edit: Edit) => void;
};

const nowhere = { value: '', label: 'Nothing' };

const labelOf = (handle: string) => (handle === 'next' ? 'Leads to' : `Leads at ${handle} to`);

const Way = ({ graph, node, readOnly, onEdit, handle }: Props & { handle: string }) => {
  const isThisWay = (edge: Graph['edges'][number]) =>
    edge.source === node.id && handleOf(edge) === handle;
  const edge = graph.edges.find(isThisWay);
  const options = graph.nodes
    .filter(({ id }) => mayConnect(graph, { source: node.id, sourceHandle: handle, target: id }))
    .map(({ id, name, type }) => ({
      value: id,
      label: name,
      description: nodeCatalogue[type].label,
    }));
  const choose = (target: string) => {
    if (target === '') onEdit({ do: 'delete', nodes: [], edges: edge ? [edge.id] : [] });
    else onEdit({ do: 'connect', id: newId(), source: node.id, sourceHandle: handle, target });
  };
  return (
    <FormField stretch label={labelOf(handle)}>
      <Select
        readOnly={readOnly}
        filteringType="auto"
        options={[nowhere, ...options]}
        selectedOption={options.find(({ value }) => value === edge?.target) ?? nowhere}
        onChange={({ detail }) => choose(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
};

/** Where a node leads to, each of its ways a field: connecting without a mouse. */
export const Ways = (props: Props) => (
  <SpaceBetween size="l">
    {nodeHandles[props.node.type].map((handle) => (
      <Way key={handle} {...props} handle={handle} />
    ))}
  </SpaceBetween>
);
