import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, isManyWays, nodeCatalogue } from '#lib/domain/bots/node.schema.ts';
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

/** The nodes that a way may lead to, and the arrows by which it leads to some of them. */
const wayOf = ({ graph, node }: Props, handle: string) => ({
  edges: graph.edges.filter((edge) => edge.source === node.id && handleOf(edge) === handle),
  options: graph.nodes
    .filter(({ id }) => mayConnect(graph, { source: node.id, sourceHandle: handle, target: id }))
    .map(({ id, name, type }) => ({
      value: id,
      label: name,
      description: nodeCatalogue[type].label,
    })),
});

const connection = (node: GraphNode, sourceHandle: string, target: string): Edit => ({
  do: 'connect',
  id: newId(),
  source: node.id,
  sourceHandle,
  target,
});

const deletion = (edges: Graph['edges']): Edit => ({
  do: 'delete',
  nodes: [],
  edges: edges.map(({ id }) => id),
});

const OneWay = ({ handle, ...props }: Props & { handle: string }) => {
  const { edges, options } = wayOf(props, handle);
  const choose = (target: string) =>
    props.onEdit(target === '' ? deletion(edges) : connection(props.node, handle, target));
  return (
    <FormField stretch label={labelOf(handle)}>
      <Select
        readOnly={props.readOnly}
        filteringType="auto"
        options={[nowhere, ...options]}
        selectedOption={options.find(({ value }) => value === edges[0]?.target) ?? nowhere}
        onChange={({ detail }) => choose(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
};

const Branches = ({ handle, ...props }: Props & { handle: string }) => {
  const { edges, options } = wayOf(props, handle);
  const targets = edges.map(({ target }) => target);
  const choose = (chosen: readonly string[]) => {
    const gone = edges.filter(({ target }) => !chosen.includes(target));
    if (gone.length > 0) props.onEdit(deletion(gone));
    for (const target of chosen) {
      if (!targets.includes(target)) props.onEdit(connection(props.node, handle, target));
    }
  };
  return (
    <FormField stretch label="Branches" description="Each leads on at the same time.">
      <Multiselect
        readOnly={props.readOnly}
        filteringType="auto"
        placeholder="Nothing"
        options={options}
        selectedOptions={options.filter(({ value }) => targets.includes(value))}
        onChange={({ detail }) =>
          choose(detail.selectedOptions.flatMap(({ value }) => value ?? []))
        }
      />
    </FormField>
  );
};

/** Where a node leads to, each of its ways a field: connecting without a mouse. */
export const Ways = (props: Props) => {
  const Way = isManyWays(props.node.type) ? Branches : OneWay;
  return (
    <SpaceBetween size="l">
      {handlesOf(props.node).map((handle) => (
        <Way key={handle} {...props} handle={handle} />
      ))}
    </SpaceBetween>
  );
};
