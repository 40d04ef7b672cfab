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

/** A failure has a way where the node's policy goes on after it. */
const wayOf = (outcome: Done | Failed): Partial<NodeResult> => {
  const error = outcome.type === 'failed' ? outcome.error : outcome.stopped;
  return {
    ...(outcome.handle !== undefined && { handle: outcome.handle }),
    ...(error !== undefined && { error }),
    ...('decision' in outcome && outcome.decision && { decision: outcome.decision }),
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
