import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Wait } from '../nodes/node.ts';
import { derivedId } from '#lib/kernel/ids.ts';

/** What the state machine does next with a run (`bot-run.asl.json`, state `Next?`). */
export type Step =
  | { next: 'delay'; until: string }
  | { next: 'pause'; node_id: string; timeout_seconds: number }
  | { next: 'again' }
  | { next: 'done' }
  | { next: 'failed'; error: string; cause: string };

/** What is written of a wait; an approval's id is made of its run and node, so it is asked once. */
export const waitingFor = (
  run: Execution,
  nodeId: string,
  wait: Wait,
  now: number,
): WaitingFor => ({
  node_id: nodeId,
  kind: wait.kind,
  until: isoTime(wait.until),
  ...(wait.kind === 'approval' && { approval_id: derivedId('apr', now, run._id, nodeId) }),
});

/** A pause ends a second after its time, so that it is over when the run looks. */
export const waitStep = ({ kind, until, node_id }: WaitingFor, now: number): Step => {
  if (kind === 'time') return { next: 'delay', until };
  const seconds = Math.ceil((Date.parse(until) - now) / 1000) + 1;
  return { next: 'pause', node_id, timeout_seconds: Math.max(1, seconds) };
};
