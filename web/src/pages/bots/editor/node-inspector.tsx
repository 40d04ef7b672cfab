import type { Ref } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import type { InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { nodeCatalogue, nodeSettings, policyKinds } from '#lib/domain/bots/node.schema.ts';
import { fieldsOf } from '../fields/fields.ts';
import { SettingsForm } from '../fields/settings-form.tsx';
import type { Edit } from './edit.ts';
import { NodeName } from './node-name.tsx';
import { PolicySection } from './policy-section.tsx';
import { useFieldContext } from './use-field-context.ts';
import { Ways } from './ways.tsx';

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
  readOnly: boolean;
  /** `act` joins edits in a row: typing in one field. */
  onEdit: (edit: Edit, act?: string) => void;
  nameRef: Ref<InputProps.Ref>;
};

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <Alert type="warning" header={problems.length === 1 ? '1 issue' : `${problems.length} issues`}>
    <ul className="bot-issue-list">
      {problems.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  </Alert>
);

/** Everything about one node: name, settings, what is wrong with it, where it leads to. */
export const NodeInspector = ({ graph, node, problems, readOnly, onEdit, nameRef }: Props) => {
  const context = useFieldContext(graph, node);
  const fields = fieldsOf(nodeSettings[node.type].shape, node.settings);
  const { label, description } = nodeCatalogue[node.type];
  const own = problems.filter(({ node_id }) => node_id === node.id);
  const remove = (
    <Button
      iconName="remove"
      variant="icon"
      ariaLabel={`Delete ${node.name}`}
      onClick={() => onEdit({ do: 'delete', nodes: [node.id], edges: [] })}
    />
  );
  return (
    <SpaceBetween size="l">
      <Header variant="h2" description={description} actions={readOnly ? undefined : remove}>
        {label}
      </Header>
      {own.length > 0 && <Problems problems={own} />}
      <NodeName
        ref={nameRef}
        graph={graph}
        node={node}
        readOnly={readOnly}
        onRename={(name) => onEdit({ do: 'rename', id: node.id, name })}
      />
      {fields.length === 0 && (
        <Box color="text-body-secondary">This kind of node has no settings.</Box>
      )}
      <SettingsForm
        fields={fields}
        settings={node.settings}
        readOnly={readOnly}
        context={context}
        onChange={(settings, part) =>
          onEdit({ do: 'configure', id: node.id, settings }, `${node.id} ${part}`)
        }
      />
      {policyKinds.has(node.type) && (
        <PolicySection
          node={node}
          readOnly={readOnly}
          context={context}
          onChange={(policy, part) =>
            onEdit({ do: 'setPolicy', id: node.id, policy }, `${node.id} policy ${part}`)
          }
        />
      )}
      <Ways graph={graph} node={node} readOnly={readOnly} onEdit={onEdit} />
      <Box variant="small" color="text-body-secondary">
        Node {node.id}
      </Box>
    </SpaceBetween>
  );
};
