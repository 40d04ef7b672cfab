import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, nodeFacts, opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import { canConnect, handleOf } from '../document/connect.ts';
import type { Edit } from '../document/edit.ts';
import { newId } from '../document/new-id.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  readOnly: boolean;
  onEdit: (edit: Edit) => void;
};

const noTargetOption = { value: '', label: 'Nothing' };

const labels: Readonly<Record<string, string>> = {
  next: 'Next',
  body: 'Loop body starts with',
};

const labelOf = (handle: string): string => labels[handle] ?? `Next if ${handle}`;

/** A handle's arrows, and the nodes that it may be connected to. */
const connectionStateOf = ({ graph, node }: Props, handle: string) => ({
  edges: graph.edges.filter((edge) => edge.source === node.id && handleOf(edge) === handle),
  options: graph.nodes
    .filter(({ id }) => canConnect(graph, { source: node.id, sourceHandle: handle, target: id }))
    .map(({ id, name, type }) => ({
      value: id,
      label: name,
      description: nodeFacts[type].label,
    })),
});

const connectEditOf = (node: GraphNode, sourceHandle: string, target: string): Edit => ({
  do: 'connect',
  id: newId(),
  source: node.id,
  sourceHandle,
  target,
});

const deleteEditOf = (edges: Graph['edges']): Edit => ({
  do: 'delete',
  nodes: [],
  edges: edges.map(({ id }) => id),
});

const SingleConnection = ({ handle, ...props }: Props & { handle: string }) => {
  const { edges, options } = connectionStateOf(props, handle);
  const choose = (target: string) =>
    props.onEdit(target === '' ? deleteEditOf(edges) : connectEditOf(props.node, handle, target));
  return (
    <FormField stretch label={labelOf(handle)}>
      <Select
        readOnly={props.readOnly}
        filteringType="auto"
        options={[noTargetOption, ...options]}
        selectedOption={options.find(({ value }) => value === edges[0]?.target) ?? noTargetOption}
        onChange={({ detail }) => choose(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
};

const Branches = ({ handle, ...props }: Props & { handle: string }) => {
  const { readOnly, node, onEdit } = props;
  const { edges, options } = connectionStateOf(props, handle);
  const branches = edges.flatMap((edge) => {
    const option = options.find(({ value }) => value === edge.target);
    return option ? [{ edge, ...option }] : [];
  });
  const remainingOptions = options.filter(
    ({ value }) => !branches.some((one) => one.value === value),
  );
  return (
    <FormField stretch label="Branches" description="All of them run at the same time.">
      <SpaceBetween size="xs">
        <Select
          readOnly={readOnly}
          filteringType="auto"
          placeholder="Add a branch to a node"
          options={remainingOptions}
          selectedOption={null}
          onChange={({ detail }) =>
            onEdit(connectEditOf(node, handle, detail.selectedOption.value ?? ''))
          }
        />
        <ol className="bot-branches" aria-label="Branches">
          {branches.map(({ edge, label }) => (
            <li key={edge.id}>
              <Box>{label}</Box>
              {!readOnly && (
                <Button
                  variant="icon"
                  iconName="close"
                  ariaLabel={`Remove the branch to ${label}`}
                  onClick={() => onEdit(deleteEditOf([edge]))}
                />
              )}
            </li>
          ))}
        </ol>
      </SpaceBetween>
    </FormField>
  );
};

/** The outgoing connections of a node, a field for each handle: connecting without a mouse. */
export const NodeConnections = (props: Props) => {
  const Way = opensBranches(props.node.type) ? Branches : SingleConnection;
  return (
    <SpaceBetween size="l">
      {handlesOf(props.node).map((handle) => (
        <Way key={handle} {...props} handle={handle} />
      ))}
    </SpaceBetween>
  );
};
