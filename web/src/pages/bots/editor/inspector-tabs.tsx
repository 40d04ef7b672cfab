import { lazy, type ReactNode, Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import Tabs from '@cloudscape-design/components/tabs';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { Loading } from '#web/components/loading.tsx';
import { sourceText, noSource } from '../trial/source.ts';
import type { TrialProps } from '../trial/test-tab.tsx';
import { useSample } from '../trial/use-sample.ts';
import type { Edit } from './edit.ts';
import { SettingsTab } from './settings-tab.tsx';

const TestTab = lazy(() =>
  import('../trial/test-tab.tsx').then((module) => ({ default: module.TestTab })),
);
const JsonTab = lazy(() =>
  import('./json-tab.tsx').then((module) => ({ default: module.JsonTab })),
);

const tabIds = ['settings', 'test', 'json'] as const;
export type InspectorTab = (typeof tabIds)[number];

type Props = {
  graph: Graph;
  node: GraphNode;
  onEdit: (edit: Edit, act?: string) => void;
  trial?: TrialProps | undefined;
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
};

const later = (tab: ReactNode) => <Suspense fallback={<Loading text="Loading" />}>{tab}</Suspense>;

/** Kinds that nothing is to be tried of. */
const inert: ReadonlySet<GraphNode['type']> = new Set([
  'note',
  'start',
  'end',
  'merge',
  'loop_end',
]);

const useNamedSample = ({ graph, trial }: Props) => {
  const source = trial?.source ?? noSource;
  const sample = useSample(source, graph, '');
  return sample && { of: sample, name: sourceText(source) };
};

const Test = (props: Props & { sample: ReturnType<typeof useNamedSample> }) => {
  const { graph, node, onEdit, trial, sample } = props;
  if (!trial) return <Box>Save the bot first: a saved bot is what is tested and run.</Box>;
  return (
    <TestTab
      {...trial}
      {...{ graph, node }}
      sample={sample?.of}
      onPin={(pinned) => onEdit({ do: 'pin', id: node.id, pinned }, `${node.id} pin`)}
    />
  );
};

/** The inspector's three sides: the form, the node alone with data, and its JSON. */
export const InspectorTabs = (props: Props) => {
  const { graph, node, onEdit, trial, tab, onTab } = props;
  const sample = useNamedSample(props);
  const settings = (
    <SettingsTab
      {...{ graph, node, onEdit, sample }}
      readOnly={false}
      onChooseData={trial && (() => onTab('test'))}
    />
  );
  const tabs = [
    { id: 'settings', label: 'Settings', content: settings },
    ...(inert.has(node.type)
      ? []
      : [{ id: 'test', label: 'Test', content: later(<Test {...props} sample={sample} />) }]),
    { id: 'json', label: 'JSON', content: later(<JsonTab {...{ graph, node, onEdit }} />) },
  ];
  return (
    <Tabs
      ariaLabel={`Sides of ${node.name}`}
      tabs={tabs}
      activeTabId={tab}
      onChange={({ detail }) => onTab(tabIds.find((id) => id === detail.activeTabId) ?? 'settings')}
    />
  );
};
