import { type ReactNode, Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import Tabs from '@cloudscape-design/components/tabs';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { Loading } from '#web/components/loading.tsx';
import { part } from '#web/components/part.tsx';
import { sourceText, noSource } from '../trial/source.ts';
import type { TrialProps } from '../trial/test-tab.tsx';
import { useSample } from '../trial/use-sample.ts';
import type { Edit } from './edit.ts';
import { SettingsTab } from './settings-tab.tsx';

const TestTab = part(async () => (await import('../trial/test-tab.tsx')).TestTab);
const JsonTab = part(async () => (await import('./json-tab.tsx')).JsonTab);

const tabIds = ['settings', 'test', 'json'] as const;
export type InspectorTab = (typeof tabIds)[number];

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
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
  const { graph, node, problems, onEdit, trial, tab, onTab } = props;
  const sample = useNamedSample(props);
  const settings = (
    <SettingsTab
      {...{ graph, node, problems, onEdit, sample }}
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
