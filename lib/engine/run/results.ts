import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Done, Failed } from '../nodes/node.ts';

/** When an attempt at a node began: on the wall clock, and on one that never goes back. */
export type Begun = { at: number; mark: number; attempt: number };

/** A node under way, as written before it changes anything or waits. */
export const openResult = (
  { at, attempt }: Begun,
  status: 'IN_PROGRESS' | 'WAITING_FOR_APPROVAL',
): NodeResult => ({ status, attempt, started_at: isoTime(at) });

const statusOf = (outcome: Done | Failed): NodeResult['status'] => {
  if (outcome.type === 'failed') return 'FAILED';
  return outcome.stopped === undefined ? 'SUCCEEDED' : 'CANCELLED';
};

const wayOf = (outcome: Done | Failed): Partial<NodeResult> => {
  if (outcome.type === 'failed') return { error: outcome.error };
  const { handle, stopped } = outcome;
  return {
    ...(handle !== undefined && { handle }),
    ...(stopped !== undefined && { error: stopped }),
  };
};

/** A node at its end, without its output. A wait is measured on the wall clock, all else is not. */
export const endedResult = (
  open: NodeResult,
  outcome: Done | Failed,
  now: number,
  ms?: number,
) => ({
  ...open,
  ...wayOf(outcome),
  status: statusOf(outcome),
  ended_at: isoTime(now),
  duration_ms: Math.round(ms ?? Math.max(0, now - Date.parse(open.started_at))),
});
