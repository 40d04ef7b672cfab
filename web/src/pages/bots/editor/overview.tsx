import { lazy, Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, NewBot, Problem } from '#lib/domain/bots/bot.schema.ts';
import { IssueList } from './issue-list.tsx';
import { shortcutHelp } from './shortcuts.ts';

type Props = {
  details: Omit<NewBot, 'graph'>;
  graph: Graph;
  problems: readonly Problem[];
  onJump: (nodeId: string) => void;
  readOnly: boolean;
  find?: { show: () => void } | undefined;
};

const CostFacts = lazy(() =>
  import('../cost/cost-facts.tsx').then((module) => ({ default: module.CostFacts })),
);

const keys = [...shortcutHelp, ['Ctrl+F', 'Find in names and contents of nodes']] as const;

const Keys = () => (
  <ExpandableSection headerText="Keys on the canvas">
    <KeyValuePairs items={keys.map(([keys, what]) => ({ label: keys, value: what }))} />
  </ExpandableSection>
);

/** What the pane shows while nothing is selected: issues first, then the bot itself. */
export const Overview = ({ details, graph, problems, onJump, readOnly, find }: Props) => (
  <SpaceBetween size="l">
    <Header
      variant="h2"
      actions={
        find && (
          <Button variant="icon" iconName="search" ariaLabel="Find a node" onClick={find.show} />
        )
      }
      {...(problems.length > 0 && { counter: `(${problems.length})` })}
      description={readOnly ? undefined : 'Select a node to see and change its settings.'}
    >
      Issues
    </Header>
    <div aria-live="polite">
      <IssueList graph={graph} problems={problems} onJump={onJump} />
    </div>
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Category', value: details.category },
        { label: 'Importance', value: details.importance },
        { label: 'Nodes', value: graph.nodes.length },
        { label: 'Arrows', value: graph.edges.length },
      ]}
    />
    {problems.length === 0 && (
      <Suspense fallback={null}>
        <CostFacts graph={graph} />
      </Suspense>
    )}
    {details.description !== '' && (
      <div>
        <Box variant="awsui-key-label">Description</Box>
        <Box>{details.description}</Box>
      </div>
    )}
    {!readOnly && <Keys />}
  </SpaceBetween>
);
