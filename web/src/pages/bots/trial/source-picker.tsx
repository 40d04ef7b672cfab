import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { readJson } from '#web/components/json/read-json.ts';
import { eventOf, eventOptions, eventText } from './event-options.ts';
import {
  type DataSource,
  emptyEvent,
  isEvent,
  noSource,
  pinnedOutputs,
  runText,
} from './source.ts';
import type { TriggerEvents } from './use-trigger-events.ts';
import { useRunsOf } from './use-runs.ts';

type Props = {
  label: string;
  description?: string;
  botId: string;
  graph: Graph;
  triggerEvents: TriggerEvents | undefined;
  source: DataSource;
  onChange: (source: DataSource) => void;
};

const none = { value: 'none', label: 'No data' };
const json = { value: 'json', label: 'An event written as JSON', description: 'And pinned data.' };

const pinnedOption = (graph: Graph): SelectProps.Option => {
  const count = pinnedOutputs(graph).size;
  return {
    value: 'pinned',
    label: count === 1 ? 'Pinned data of 1 node' : `Pinned data of ${count} nodes`,
    disabled: count === 0,
    disabledReason: 'No node of this bot holds pinned data.',
  };
};

const optionsOf = (
  graph: Graph,
  runs: readonly ExecutionSummary[],
  triggerEvents: TriggerEvents | undefined,
): SelectProps.Options => [
  none,
  ...eventOptions(triggerEvents),
  pinnedOption(graph),
  json,
  {
    label: 'Saved runs',
    options: runs.map((run) => ({ value: run._id, label: runText(run) })),
  },
];

const selectedOptionOf = (graph: Graph, source: DataSource): SelectProps.Option => {
  if (source.kind === 'run' || isEvent(source)) {
    return { value: source.id, label: source.name };
  }
  if (source.kind === 'pinned') return pinnedOption(graph);
  return source.kind === 'json' ? json : none;
};

const sourceOf = (
  { value = '', label = '' }: SelectProps.Option,
  triggerEvents: TriggerEvents | undefined,
  current: DataSource,
): DataSource => {
  if (value === 'none') return noSource;
  if (value === 'json') {
    const text = isEvent(current) ? eventText(triggerEvents, current.id) : undefined;
    return text === undefined ? emptyEvent : { kind: 'json', text };
  }
  if (value === 'pinned') return { kind: 'pinned' };
  return eventOf(triggerEvents, value) ?? { kind: 'run', id: value, name: label };
};

const EventText = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => {
  const result = readJson(text);
  return (
    <FormField
      stretch
      label="Event"
      description="Expressions read it as $event."
      errorText={'problem' in result ? result.problem : undefined}
    >
      <Textarea
        value={text}
        rows={4}
        spellcheck={false}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
};

/** The choice of the data source, by name: only data that was chosen is used. */
export const SourcePicker = ({ label, description, graph, source, onChange, ...from }: Props) => {
  const { botId, triggerEvents } = from;
  const { runs, statusType, refetch } = useRunsOf(botId);
  return (
    <SpaceBetween size="s">
      <FormField stretch label={label} description={description}>
        <Select
          options={optionsOf(graph, runs, triggerEvents)}
          selectedOption={selectedOptionOf(graph, source)}
          statusType={statusType}
          loadingText="Loading runs"
          errorText="Could not load runs."
          recoveryText="Retry"
          onLoadItems={() => void refetch()}
          expandToViewport
          onChange={({ detail }) =>
            onChange(sourceOf(detail.selectedOption, triggerEvents, source))
          }
        />
      </FormField>
      {source.kind === 'json' && (
        <EventText text={source.text} onChange={(text) => onChange({ kind: 'json', text })} />
      )}
    </SpaceBetween>
  );
};
