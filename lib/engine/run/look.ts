import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Failed, Later } from '../nodes/node.ts';

/**
 * The part of the time so far that passes until the next look: a state that takes a day is looked
 * at some 200 times, and a run has 25,000 events on AWS.
 */
const ofTheTime = 1 / 20;

/** What a lane waits for between two looks, and from its first look on. */
export const lookAt = (node_id: string, at: number, since: number): WaitingFor => ({
  node_id,
  kind: 'look',
  until: isoTime(at),
  since: isoTime(since),
});

/** When the next look is; undefined where the time is over. The last one is at its end. */
export const nextLook = (
  { afterMs, withinMs }: Later,
  since: number,
  now: number,
): number | undefined => {
  const ends = since + withinMs;
  return now >= ends
    ? undefined
    : Math.min(ends, now + Math.max(afterMs, Math.ceil((now - since) * ofTheTime)));
};

/** What the looks come to once their time is over. */
export const timeOver = ({ otherwise }: Later, since: number, now: number): Failed => ({
  ...otherwise,
  error: `${otherwise.error} It was looked at for ${Math.round((now - since) / 1000)} s.`,
});
