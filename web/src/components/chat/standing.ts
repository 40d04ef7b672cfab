import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ChatThread, ThreadSpent, ThreadStatus } from '#lib/domain/chat/thread.schema.ts';
import { counted } from '#lib/kernel/text.ts';
import { dollars } from '#web/components/dollars.ts';

export type Standing = { type: StatusIndicatorProps.Type; text: string };

/** The names and icons of thread states. */
export const standings: Record<ThreadStatus, Standing> = {
  ACTIVE: { type: 'in-progress', text: 'Working' },
  COMPLETED: { type: 'success', text: 'Completed' },
  FAILED: { type: 'error', text: 'Failed' },
  CANCELLED: { type: 'stopped', text: 'Stopped' },
};

const waiting: Record<NonNullable<ChatThread['waiting_for']>, Standing> = {
  approval: { type: 'pending', text: 'Waiting for approval' },
  message: { type: 'pending', text: 'Waiting for an answer' },
};

type Reached = Exclude<NonNullable<ChatThread['ended_by']>, 'final_response'>;

/** The limit at which an agent ended; undefined if it ended with a complete answer. */
export const reachedLimit = ({ ended_by }: ChatThread): Reached | undefined =>
  ended_by === 'final_response' ? undefined : ended_by;

/**
 * `Iteration 3`, in nested loops `Iteration 2.3`: the third one of the second one; undefined
 * outside of loops.
 */
export const turnText = ({ loop_index, outer_indexes = [] }: ChatThread): string | undefined =>
  loop_index === undefined
    ? undefined
    : `Iteration ${[...outer_indexes, loop_index].map((index) => index + 1).join('.')}`;

/** The state of a thread, with what it waits for. */
export const standingOf = (thread: ChatThread): Standing => {
  const { status, waiting_for, retry } = thread;
  if (reachedLimit(thread)) return { type: 'warning', text: 'Limit reached' };
  if (status !== 'ACTIVE') return standings[status];
  if (waiting_for) return waiting[waiting_for];
  return retry ? { type: 'warning', text: 'Model does not answer' } : standings[status];
};

/**
 * What an agent used, on one line: `3 steps, 2 tool calls, 1,204 tokens, $0.012`. Tokens of
 * suggested answers are listed separately.
 */
export const spentText = (spent: ThreadSpent): string =>
  [
    counted(spent.steps, 'step'),
    counted(spent.tool_calls, 'tool call'),
    counted(spent.input_tokens + spent.output_tokens, 'token'),
    ...(spent.suggestion_tokens === undefined
      ? []
      : [`${counted(spent.suggestion_tokens, 'token')} for suggestions`]),
    ...(spent.cost === undefined ? [] : [dollars(spent.cost)]),
  ].join(', ');
