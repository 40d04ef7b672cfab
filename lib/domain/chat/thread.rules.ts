import { derivedId } from '#lib/kernel/ids.ts';
import { isFinal } from '../executions/execution.rules.ts';
import type { Execution, WaitingFor } from '../executions/execution.schema.ts';
import { wholeRun } from '../executions/lanes/lane.rules.ts';
import type { ChatThread } from './thread.schema.ts';

/** Id of an AI agent's thread: the same for every attempt at its node in this lane of the run. */
export const threadIdOf = (
  { _id, created_at }: Pick<Execution, '_id' | 'created_at'>,
  lane: string,
  nodeId: string,
): string => derivedId('thr', Date.parse(created_at), _id, lane, nodeId);

/** The wait of an AI agent according to its run; undefined if it does not wait. */
export const waitOf = (
  { lane, agent_node_id }: Pick<ChatThread, 'lane' | 'agent_node_id'>,
  { waiting_for, waits }: Pick<Execution, 'waiting_for' | 'waits'>,
): WaitingFor | undefined => {
  const laneWait = Object.values(waits).find((one) => one.lane === lane);
  const wait = lane === wholeRun ? waiting_for : laneWait;
  return wait?.node_id === agent_node_id ? wait : undefined;
};

/** Whether this kind of wait is a wait for people. */
export const isWaitForPeople = (
  kind: WaitingFor['kind'] | undefined,
): kind is NonNullable<ChatThread['waiting_for']> => kind === 'approval' || kind === 'message';

/** What an active AI agent waits for people to do. */
const peopleWaitOf = (thread: ChatThread, run: Execution): ChatThread['waiting_for'] => {
  const kind = waitOf(thread, run)?.kind;
  return isWaitForPeople(kind) ? kind : undefined;
};

/** The thread with its current status: an active agent whose run has ended is cancelled. */
export const withCurrentStatus = (thread: ChatThread, run: Execution | undefined): ChatThread => {
  if (thread.status !== 'ACTIVE') return thread;
  if (!run) return { ...thread, status: 'CANCELLED' };
  if (isFinal(run.state)) {
    const [error] = run.errors;
    return { ...thread, status: 'CANCELLED', ...(error !== undefined && { error }) };
  }
  const waiting_for = peopleWaitOf(thread, run);
  return waiting_for ? { ...thread, waiting_for } : thread;
};
