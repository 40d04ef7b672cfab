import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Bot } from '../bots/bot.schema.ts';
import type { Execution, ExecutionState, NodeResult } from './execution.schema.ts';

const finalStates: ReadonlySet<ExecutionState> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether a run, or a node of one, has come to its end. */
export const isFinal = (state: ExecutionState): boolean => finalStates.has(state);

/** Whether no step of the run was written since it was recorded. */
export const isUntouched = (run: Execution): boolean =>
  run.updated_at === run.created_at && run.waiting_for === undefined;

type Start = Pick<Execution, '_id' | 'trigger' | 'input' | 'version'>;

/** The record of a run that begins now. */
export const newExecution = (bot: Bot, start: Start, now: number) => ({
  ...start,
  bot_id: bot._id,
  bot_name: bot.name,
  state: 'IN_PROGRESS' as const,
  results: {},
  inline_bytes: 0,
  errors: [],
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + limits.runDeadline),
});

/** The results of nodes that were under way, closed with the run's own end. */
export const closedResults = (
  run: Execution,
  status: ExecutionState,
  error: string,
  now: number,
): Record<string, NodeResult> =>
  Object.fromEntries(
    Object.entries(run.results)
      .filter(([, result]) => !isFinal(result.status))
      .map(([id, result]) => [id, { ...result, status, error, ended_at: isoTime(now) }]),
  );
