import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nextPollDelay } from '../nodes/poll-delay.ts';
import type { Failed, Later } from '../nodes/node.ts';

/** The wait of a lane between two polls; `firstPollAt` (ms) is the time of its first poll. */
export const pollWait = (node_id: string, at: number, firstPollAt: number): WaitingFor => ({
  node_id,
  kind: 'look',
  until: isoTime(at),
  since: isoTime(firstPollAt),
});

/** The time of the next poll; undefined once the time is over. The last poll is at the very end. */
export const nextPollAt = (
  { afterMs, exact, withinMs }: Later,
  firstPollAt: number,
  now: number,
): number | undefined => {
  const endsAt = firstPollAt + withinMs;
  const pause = exact ? afterMs : nextPollDelay(afterMs, now - firstPollAt);
  return now >= endsAt ? undefined : Math.min(endsAt, now + pause);
};

/** A duration (ms) in words, in a suitable unit. */
const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};

/** The failure of a node whose polling time is over. */
export const pollingOverFailure = (
  { fallback }: Later,
  firstPollAt: number,
  now: number,
): Failed => ({
  ...fallback,
  error: `${fallback.error} It was checked for ${formatDuration(now - firstPollAt)}.`,
});
