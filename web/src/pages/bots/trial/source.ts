import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { standingText } from '#web/components/run-state.tsx';
import { localTime } from '#web/components/time.tsx';
import type { Listened, ReceivedEvent } from './use-listened.ts';

/**
 * Where a node that is tried, and previews of its expressions, take their data from. Nothing but
 * what is named here is ever taken.
 */
export type Source =
  | { kind: 'none' }
  | { kind: 'pinned' }
  /** An event that the bot's listener received, beside the pinned data. */
  | { kind: 'event'; listener_id: string; id: string; name: string }
  /** What rules found at the last scan, likewise. */
  | { kind: 'finding'; id: string; name: string; payload: Record<string, unknown> }
  /** An event as text, beside the pinned data. */
  | { kind: 'json'; text: string }
  | { kind: 'run'; id: string; name: string };

export type EventSource = Extract<Source, { kind: 'event' | 'finding' }>;

/** Whether it is something that happened, as the bot is told of it. */
export const isEvent = (source: Source): source is EventSource =>
  source.kind === 'event' || source.kind === 'finding';

export const noSource: Source = { kind: 'none' };

export const emptyEvent: Source = { kind: 'json', text: '{}' };

/** A saved run as it is chosen. */
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
    standingText(run).toLowerCase(),
    `version ${version}`,
  ].join(', ');

/** An event of a listener, or findings, as they are chosen. */
export const eventSource = ({ listener_id }: Listened, event: ReceivedEvent): EventSource => {
  const { _id: id, received_at, payload = {} } = event;
  const at = localTime(received_at);
  return listener_id === undefined
    ? { kind: 'finding', id, name: `Findings of ${at}`, payload }
    : { kind: 'event', listener_id, id, name: `Event of ${at}` };
};

/** What is taken until something is chosen: the newest event of what starts the bot. */
export const firstSource = (listened: Listened | undefined): Source => {
  const [event] = listened?.events ?? [];
  return listened && event ? eventSource(listened, event) : noSource;
};

/** The source by name, in the middle of a sentence. */
export const sourceText = (source: Source): string => {
  if (source.kind === 'run' || isEvent(source)) {
    return `the ${source.name.charAt(0).toLowerCase()}${source.name.slice(1)}`;
  }
  if (source.kind === 'json') return 'the given event and the pinned data';
  return source.kind === 'pinned' ? 'the pinned data' : 'no data';
};

/** What pinned nodes hold, by their names. */
export const pinnedOutputs = ({ nodes }: Graph): Map<string, unknown> =>
  new Map(nodes.flatMap(({ name, pinned }) => (pinned ? [[name, pinned.output] as const] : [])));
