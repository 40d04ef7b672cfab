import { type ReactNode, Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { firstSource, sourceText } from '../../trial/source.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import { isTestable } from '../../trial/testable.ts';
import { type TriggerEvents, useTriggerEvents } from '../../trial/use-trigger-events.ts';
import { useSample } from '../../trial/use-sample.ts';
import type { Edit } from '../document/edit.ts';
import { SettingsTab } from './settings-tab.tsx';
import { type InspectorTab, type InspectorTabsState, tabIds } from './use-inspector-tabs.ts';

const LazyTestTab = lazyPart(async () => (await import('../../trial/test-tab.tsx')).TestTab);
const LazyNodeResultPane = lazyPart(
  async () => (await import('#web/components/run/node-result.tsx')).NodeResultPane,
);
const LazyJsonTab = lazyPart(async () => (await import('./json-tab.tsx')).JsonTab);

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
  onEdit: (edit: Edit, mergeKey?: string) => void;
  trial?: TrialProps | undefined;
  tabsState?: InspectorTabsState | undefined;
  onLeave: (field: string) => void;
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
};

const withSuspense = (tab: ReactNode) => (
  <Suspense fallback={<Loading text="Loading" />}>{tab}</Suspense>
);

/** The chosen data; for a bot that was never saved, the newest event of its listener. */
const useNamedSample = (
  { graph, node, trial }: Props,
  triggerEvents: TriggerEvents | undefined,
) => {
  const source = trial?.source ?? firstSource(triggerEvents);
  const sample = useSample(source, { graph, nodeId: node.id, view: trial?.shown?.view });
  return sample && { of: sample, name: sourceText(source) };
};

const Test = (props: Props & { sample: ReturnType<typeof useNamedSample> }) => {
  const { graph, node, onEdit, trial, sample } = props;
  if (!trial) return <Box>Save the bot first: only a saved bot can be tested and run.</Box>;
  return (
    <LazyTestTab
      {...trial}
      {...{ graph, node }}
      sample={sample?.of}
      onPin={(pinned) => onEdit({ do: 'pin', id: node.id, pinned }, `${node.id} pin`)}
    />
  );
};

/** The draft is executed, not the version of the run on the canvas. */
const FromHere = ({ trial: { runRefusal, onRun } }: { trial: TrialProps }) => (
  <Button {...disabledBy(runRefusal.from)} onClick={() => onRun('from')}>
    Run from here
  </Button>
);

/** The node's result in the run shown on the canvas. */
const resultTab = ({ node, trial }: Props) => {
  const { shown } = trial ?? {};
  if (!trial || !shown || !isInRuns(node)) return [];
  const result = (
    <SpaceBetween size="m">
      {shown.changed.has(node.id) && shown.view.results[node.id] && (
        <Box color="text-status-warning">
          <Icon name="status-warning" /> The node was changed since this run.
        </Box>
      )}
      <LazyNodeResultPane
        rerunButton={<FromHere trial={trial} />}
        view={shown.view}
        node={node}
        onAnswered={shown.refresh}
      />
    </SpaceBetween>
  );
  return [{ id: 'result', label: 'Result', content: withSuspense(result) }];
};

/** The tabs of the inspector: the form, a test of the node, its result in a run, and its JSON. */
export const InspectorTabs = (props: Props) => {
  const { graph, node, problems, onEdit, onLeave, trial, tabsState, tab, onTab } = props;
  const triggerEvents = useTriggerEvents(graph);
  const sample = useNamedSample(props, triggerEvents);
  const settings = (
    <SettingsTab
      {...{ graph, node, problems, onEdit, onLeave, sample, triggerEvents }}
      readOnly={false}
      onChooseData={trial && (() => onTab('test'))}
    />
  );
  const tabs = [
    { id: 'settings', label: 'Settings', content: settings },
    ...(isTestable(node.type)
      ? [{ id: 'test', label: 'Test', content: withSuspense(<Test {...props} sample={sample} />) }]
      : []),
    ...resultTab(props),
    {
      id: 'json',
      label: 'JSON',
      content: withSuspense(<LazyJsonTab {...{ graph, node, onEdit, tabsState }} />),
    },
  ];
  return (
    <Tabs
      ariaLabel={`Sides of ${node.name}`}
      tabs={tabs}
      activeTabId={tabs.some(({ id }) => id === tab) ? tab : 'settings'}
      onChange={({ detail }) => onTab(tabIds.find((id) => id === detail.activeTabId) ?? 'settings')}
    />
  );
};
