import { type Ref, useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import type { InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { fieldsOf } from '../../fields/fields.ts';
import { canShowIssues, isEntered } from '../../fields/settings-form.tsx';
import type { TrialProps } from '../../trial/test-tab.tsx';
import type { Edit } from '../document/edit.ts';
import { InspectorTabs } from './inspector-tabs.tsx';
import { NodeActs } from './node-acts.tsx';
import { NodeIssues } from './node-issues.tsx';
import { NodeName } from './node-name.tsx';
import { SettingsTab } from './settings-tab.tsx';
import type { InspectorTabsState } from './use-inspector-tabs.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
  readOnly: boolean;
  /** `mergeKey` joins successive edits: typing in one field. */
  onEdit: (edit: Edit, mergeKey?: string) => void;
  nameRef: Ref<InputProps.Ref>;
  /** For tests of the node: undefined if the bot is read-only or was never saved. */
  trial?: TrialProps | undefined;
  /** Undefined if the bot is read-only. */
  tabsState?: InspectorTabsState | undefined;
};

/** The settings whose fields show their problems: those with a value, or visited once. */
const useShownIssues = ({ type, settings }: GraphNode) => {
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<string>>(
    () => new Set(Object.keys(settings).filter((name) => isEntered(settings[name]))),
  );
  const fields = fieldsOf(nodeSettings[type].shape, settings).filter(canShowIssues);
  const reportingFields = new Set(
    fields.map(({ name }) => name).filter((name) => visitedFields.has(name)),
  );
  const onLeave = (name: string) => setVisitedFields((previous) => new Set([...previous, name]));
  return { reportingFields, onLeave };
};

const Marks = ({ node }: { node: GraphNode }) =>
  (node.pinned || isSkipped(node)) && (
    <SpaceBetween size="xxs" direction="horizontal">
      {node.pinned && <Badge color="blue">Pinned data</Badge>}
      {isSkipped(node) && <Badge>Switched off</Badge>}
    </SpaceBetween>
  );

/** Everything about one node: name, settings, problems, and its results with data. */
export const NodeInspector = (props: Props) => {
  const { graph, node, problems, readOnly, onEdit, nameRef, trial, tabsState } = props;
  const { reportingFields, onLeave } = useShownIssues(node);
  const { label, description } = nodeFacts[node.type];
  const requestedTab = trial?.wantsResult && trial.shown ? 'result' : tabsState?.tabOf(node.id);
  const tab = trial?.testing === node.id ? 'test' : (requestedTab ?? 'settings');
  const otherProblems = problems
    .filter(({ node_id }) => node_id === node.id)
    .filter(({ field }) => tab !== 'settings' || !field || !reportingFields.has(field.name));
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
      <NodeName
        ref={nameRef}
        graph={graph}
        node={node}
        readOnly={readOnly}
        onRename={(name) => onEdit({ do: 'rename', id: node.id, name })}
      />
      {readOnly ? (
        <SettingsTab {...{ graph, node, problems, readOnly, onEdit, onLeave }} />
      ) : (
        <InspectorTabs
          {...props}
          {...{ tab, onLeave }}
          onTab={(next) => {
            tabsState?.open(node.id, next);
            trial?.onTesting(undefined);
            trial?.onWantsResult(next === 'result');
          }}
        />
      )}
      <NodeIssues problems={otherProblems} />
      <Box variant="small" color="text-body-secondary">
        ID: {node.id}
      </Box>
    </SpaceBetween>
  );
};
