import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Bot } from '../bots/bot.schema.ts';
import type { Execution, ExecutionState, NodeResult, RunOptions } from './execution.schema.ts';

const finalStates: ReadonlySet<ExecutionState> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether a run, or a node of one, has come to its end. */
export const isFinal = (state: ExecutionState): boolean => finalStates.has(state);

/** Whether no step of the run was written since it was recorded. */
export const isUntouched = (run: Execution): boolean =>
  run.updated_at === run.created_at && run.waiting_for === undefined;

type Start = Pick<Execution, '_id' | 'trigger' | 'input' | 'version'> & { options?: RunOptions };

/** Milliseconds that a run of this bot has, waits apart. */
export const deadlineOf = ({ settings }: Pick<Bot, 'settings'>): number =>
  settings?.deadline_minutes === undefined
    ? limits.runDeadline
    : settings.deadline_minutes * 60_000;

/** The record of a run that begins now. */
export const newExecution = (bot: Bot, start: Start, now: number) => ({
  ...start,
  bot_id: bot._id,
  bot_name: bot.name,
  state: 'IN_PROGRESS' as const,
  results: {},
  inline_bytes: 0,
  options: start.options ?? {},
  waits: {},
  errors: [],
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + deadlineOf(bot)),
});

/** The results of nodes that were under way, closed with the run's own end. */
export const closedResults = (
  run: Pick<Execution, 'results'>,
  status: ExecutionState,
  error: string,
  now: number,
): Record<string, NodeResult> =>
  Object.fromEntries(
    Object.entries(run.results)
      .filter(([, result]) => !isFinal(result.status))
      .map(([id, result]) => [id, { ...result, status, error, ended_at: isoTime(now) }]),
  );
