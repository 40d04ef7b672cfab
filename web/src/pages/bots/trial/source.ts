import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { standingText } from '#web/components/run-state.tsx';
import { localTime } from '#web/components/time.tsx';

/**
 * Where a node that is tried, and previews of its expressions, take their data from. Nothing but
 * what is named here is ever taken.
 */
export type Source =
  | { kind: 'none' }
  | { kind: 'pinned' }
  /** An event as text, beside the pinned data. */
  | { kind: 'json'; text: string }
  | { kind: 'run'; id: string; name: string };

export const noSource: Source = { kind: 'none' };

export const emptyEvent: Source = { kind: 'json', text: '{}' };

/** A saved run as it is chosen. */
export const runText = ({
  created_at,
  version,
  ...run
}: Pick<
  ExecutionSummary,
  'created_at' | 'state' | 'outcome' | 'decision' | 'version'
>): string =>
  `Run of ${localTime(created_at)}, ${standingText(run).toLowerCase()}, version ${version}`;

/** The source by name, in the middle of a sentence. */
export const sourceText = (source: Source): string => {
  if (source.kind === 'run')
    return `the ${source.name.charAt(0).toLowerCase()}${source.name.slice(1)}`;
  if (source.kind === 'json') return 'the given event and the pinned data';
  return source.kind === 'pinned' ? 'the pinned data' : 'no data';
};

/** What pinned nodes hold, by their names. */
export const pinnedOutputs = ({ nodes }: Graph): Map<string, unknown> =>
  new Map(nodes.flatMap(({ name, pinned }) => (pinned ? [[name, pinned.output] as const] : [])));
