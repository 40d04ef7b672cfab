import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { stateText } from '#web/components/run-state.tsx';
import { localTime } from '#web/components/time.tsx';
import type { ReceivedEvent, TriggerEvents } from './use-trigger-events.ts';

/**
 * The data source of a test of a node, and of previews of its expressions. No other data is ever
 * used.
 */
export type DataSource =
  | { kind: 'none' }
  | { kind: 'pinned' }
  /** An event of the bot's listener, in addition to the pinned data. */
  | { kind: 'event'; listener_id: string; id: string; name: string }
  /** Findings of rules at the last scan, in addition to the pinned data. */
  | { kind: 'finding'; id: string; name: string; payload: Record<string, unknown> }
  /** An event as text, in addition to the pinned data. */
  | { kind: 'json'; text: string }
  | { kind: 'run'; id: string; name: string };

export type TriggerEventSource = Extract<DataSource, { kind: 'event' | 'finding' }>;

/** Whether it is a real event or finding, as the bot would receive it. */
export const isEvent = (source: DataSource): source is TriggerEventSource =>
  source.kind === 'event' || source.kind === 'finding';

export const noSource: DataSource = { kind: 'none' };

export const emptyEvent: DataSource = { kind: 'json', text: '{}' };

/** The text of a saved run as an option. */
export const runText = ({
  created_at,
  version,
  ...run
}: Pick<
  ExecutionSummary,
  'created_at' | 'state' | 'outcome' | 'decision' | 'version' | 'options'
>): string =>
  [
    `${run.options.dry_run ? 'Dry run' : 'Run'} of ${localTime(created_at)}`,
    stateText(run).toLowerCase(),
    `version ${version}`,
  ].join(', ');

/** An event of a listener, or findings, as a source. */
export const eventSource = (
  { listener_id }: TriggerEvents,
  event: ReceivedEvent,
): TriggerEventSource => {
  const { _id: id, received_at, payload = {} } = event;
  const at = localTime(received_at);
  return listener_id === undefined
    ? { kind: 'finding', id, name: `Findings of ${at}`, payload }
    : { kind: 'event', listener_id, id, name: `Event of ${at}` };
};

/** The default source: the newest event of the bot's trigger. */
export const firstSource = (triggerEvents: TriggerEvents | undefined): DataSource => {
  const [event] = triggerEvents?.events ?? [];
  return triggerEvents && event ? eventSource(triggerEvents, event) : noSource;
};

/** The name of the source, for use in a sentence. */
export const sourceText = (source: DataSource): string => {
  if (source.kind === 'run' || isEvent(source)) {
    return `the ${source.name.charAt(0).toLowerCase()}${source.name.slice(1)}`;
  }
  if (source.kind === 'json') return 'the given event and the pinned data';
  return source.kind === 'pinned' ? 'the pinned data' : 'no data';
};

/** The outputs of pinned nodes, by their names. */
export const pinnedOutputs = ({ nodes }: Graph): Map<string, unknown> =>
  new Map(nodes.flatMap(({ name, pinned }) => (pinned ? [[name, pinned.output] as const] : [])));
