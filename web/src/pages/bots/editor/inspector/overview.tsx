import { Suspense, useDeferredValue } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { triggerOf } from '#lib/domain/bots/trigger.rules.ts';
import type { Graph, NewBot, Problem } from '#lib/domain/bots/bot.schema.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LazyCostFacts } from '../../cost/lazy-cost-facts.tsx';
import { IssueList } from './issue-list.tsx';
import { type SavedState, warningsOf } from '../document/warnings.ts';
import { WarningList } from './warning-list.tsx';

const LazyMarkdown = lazyPart(async () => (await import('#web/components/markdown.tsx')).Markdown);

const LazyTriggerSchedule = lazyPart(
  async () => (await import('../../schedule/trigger-schedule.tsx')).TriggerSchedule,
);

const isScheduled = (graph: Graph): boolean => triggerOf(graph).trigger_type === 'scheduled';

type Props = {
  botId: string | undefined;
  details: Omit<NewBot, 'graph'>;
  graph: Graph;
  saved: SavedState | undefined;
  problems: readonly Problem[];
  onJump: (nodeId: string) => void;
  onSettings?: (() => void) | undefined;
  readOnly: boolean;
  find?: { show: () => void } | undefined;
};

/** Shown while nothing is selected: problems first, then the bot itself. */
export const Overview = ({ details, graph, problems, onJump, readOnly, find, ...bot }: Props) => {
  const deferredGraph = useDeferredValue(graph);
  const warnings = warningsOf({ graph: deferredGraph, details }, bot.saved);
  return (
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
        <IssueList {...{ graph, problems, onJump }} warnings={warnings.length} />
      </div>
      <WarningList {...{ warnings, onJump }} onSettings={bot.onSettings} />
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Category', value: details.category },
          { label: 'Importance', value: details.importance },
          { label: 'Nodes', value: graph.nodes.length },
          { label: 'Arrows', value: graph.edges.length },
        ]}
      />
      {!readOnly && isScheduled(graph) && (
        <Suspense fallback={null}>
          <LazyTriggerSchedule />
        </Suspense>
      )}
      {problems.length === 0 && <LazyCostFacts graph={graph} botId={bot.botId} />}
      {details.description !== '' && (
        <div>
          <Box variant="awsui-key-label">Description</Box>
          <Suspense fallback={<Loading text="Loading description" />}>
            <LazyMarkdown text={details.description} />
          </Suspense>
        </div>
      )}
    </SpaceBetween>
  );
};
