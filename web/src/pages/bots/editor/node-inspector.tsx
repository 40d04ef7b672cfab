import { type Ref, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import type { InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isPassedBy, nodeCatalogue } from '#lib/domain/bots/node.schema.ts';
import type { TrialProps } from '../trial/test-tab.tsx';
import type { Edit } from './edit.ts';
import { InspectorTabs, type InspectorTab } from './inspector-tabs.tsx';
import { issueText } from './issue-text.ts';
import { NodeActs } from './node-acts.tsx';
import { NodeName } from './node-name.tsx';
import { SettingsTab } from './settings-tab.tsx';

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
  readOnly: boolean;
  /** `act` joins edits in a row: typing in one field. */
  onEdit: (edit: Edit, act?: string) => void;
  nameRef: Ref<InputProps.Ref>;
  /** Trying the node: absent where the bot is only looked at, or was never saved. */
  trial?: TrialProps | undefined;
};

const Problems = ({ name, problems }: { name: string; problems: readonly Problem[] }) => (
  <Alert type="warning" header={problems.length === 1 ? '1 issue' : `${problems.length} issues`}>
    <ul className="bot-issue-list">
      {problems.map(({ message }) => (
        <li key={message}>{issueText(name, message)}</li>
      ))}
    </ul>
  </Alert>
);

const Marks = ({ node }: { node: GraphNode }) =>
  (node.pinned || isPassedBy(node)) && (
    <SpaceBetween size="xxs" direction="horizontal">
      {node.pinned && <Badge color="blue">Pinned data</Badge>}
      {isPassedBy(node) && <Badge>Switched off</Badge>}
    </SpaceBetween>
  );

/** Everything about one node: name, settings, what is wrong with it, what it does with data. */
export const NodeInspector = (props: Props) => {
  const { graph, node, problems, readOnly, onEdit, nameRef, trial } = props;
  const [tab, setTab] = useState<InspectorTab>('settings');
  const { label, description } = nodeCatalogue[node.type];
  const wanted = trial?.wantsResult && trial.shown ? 'result' : tab;
  const own = problems.filter(({ node_id }) => node_id === node.id);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h2"
        description={description}
        actions={readOnly ? undefined : <NodeActs {...props} />}
      >
        {label}
      </Header>
      <Marks node={node} />
      {own.length > 0 && <Problems name={node.name} problems={own} />}
      <NodeName
        ref={nameRef}
        graph={graph}
        node={node}
        readOnly={readOnly}
        onRename={(name) => onEdit({ do: 'rename', id: node.id, name })}
      />
      {readOnly ? (
        <SettingsTab {...{ graph, node, problems, readOnly, onEdit }} />
      ) : (
        <InspectorTabs
          {...props}
          tab={trial?.testing === node.id ? 'test' : wanted}
          onTab={(next) => {
            setTab(next);
            trial?.onTesting(undefined);
            trial?.onWantsResult(next === 'result');
          }}
        />
      )}
      <Box variant="small" color="text-body-secondary">
        Node {node.id}
      </Box>
    </SpaceBetween>
  );
};
