import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ChatThread, ThreadStatus, ThreadUsage } from '#lib/domain/chat/thread.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { dollarText } from '#web/components/dollars.ts';

export type StatusLabel = { type: StatusIndicatorProps.Type; text: string };

/** The names and icons of thread states. */
export const threadStatusLabels: Record<ThreadStatus, StatusLabel> = {
  ACTIVE: { type: 'in-progress', text: 'Working' },
  COMPLETED: { type: 'success', text: 'Completed' },
  FAILED: { type: 'error', text: 'Failed' },
  CANCELLED: { type: 'stopped', text: 'Stopped' },
};

const waitingLabels: Record<NonNullable<ChatThread['waiting_for']>, StatusLabel> = {
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
export const statusLabelOf = (thread: ChatThread): StatusLabel => {
  const { status, waiting_for, retry } = thread;
  if (reachedLimit(thread)) return { type: 'warning', text: 'Limit reached' };
  if (status !== 'ACTIVE') return threadStatusLabels[status];
  if (waiting_for) return waitingLabels[waiting_for];
  return retry ? { type: 'warning', text: 'Model does not answer' } : threadStatusLabels[status];
};

/**
 * What an agent used, on one line: `3 steps, 2 tool calls, 1,204 tokens, $0.012`. Tokens of
 * suggested answers are listed separately.
 */
export const spentText = (usage: ThreadUsage): string =>
  [
    formatCount(usage.steps, 'step'),
    formatCount(usage.tool_calls, 'tool call'),
    formatCount(usage.input_tokens + usage.output_tokens, 'token'),
    ...(usage.suggestion_tokens === undefined
      ? []
      : [`${formatCount(usage.suggestion_tokens, 'token')} for suggestions`]),
    ...(usage.cost === undefined ? [] : [dollarText(usage.cost)]),
  ].join(', ');
