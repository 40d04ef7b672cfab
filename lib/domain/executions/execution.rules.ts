import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isApp } from '../bots/bot.rules.ts';
import type { Bot } from '../bots/bot.schema.ts';
import type {
  EventRef,
  Execution,
  ExecutionState,
  NodeResult,
  RunOptions,
  Trigger,
  WaitingFor,
} from './execution.schema.ts';
import { outcomeOf } from './outcome/outcome.rules.ts';

const finalStates: ReadonlySet<ExecutionState> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether this state of a run or node is final. */
export const isFinal = (state: ExecutionState): boolean => finalStates.has(state);

/** Whether a wait ends by time alone, without an answer from a person or a task. */
export const isTimed = ({ kind }: WaitingFor): boolean =>
  kind === 'time' || kind === 'retry' || kind === 'look';

/**
 * Returns only the first error of a run, a sentence for everybody. Details that AWS reported follow
 * it and are only for people who look after the bot.
 */
export const firstErrorOnly = (errors: readonly string[] = []): string[] => errors.slice(0, 1);

/** Value of `outbox`: partition of the index of ended runs whose follow-up work is not yet done. */
export const endedOutbox = 'ended';

type Start = Pick<Execution, '_id' | 'trigger' | 'input' | 'version'> & { options?: RunOptions };

/** Maximum working time of a run in milliseconds, waits excluded; default if the bot sets none. */
export const workingTimeOf = (deadlineMinutes: number | undefined): number =>
  deadlineMinutes === undefined ? limits.runDeadline : deadlineMinutes * 60_000;

export const workingTimeOfBot = ({ settings }: Pick<Bot, 'settings'>): number =>
  workingTimeOf(settings?.deadline_minutes);

/** Whether the service portal lists the run: started by hand from an app, not to try the bot. */
const isRunOfApp = (bot: Bot, { trigger, options }: Start): boolean =>
  trigger.type === 'manual' &&
  isApp(bot) &&
  !(options?.dry_run || options?.use_pins || options?.until !== undefined);

/** The record of a run that starts now (`now` in epoch milliseconds). */
export const newExecution = (bot: Bot, start: Start, now: number) => ({
  ...start,
  bot_id: bot._id,
  bot_name: bot.name,
  category: bot.category,
  importance: bot.importance,
  ...(bot.settings?.deadline_minutes && { deadline_minutes: bot.settings.deadline_minutes }),
  ...(bot.settings?.minutes_saved && { minutes_saved: bot.settings.minutes_saved }),
  ...(isRunOfApp(bot, start) && { app: true }),
  state: 'IN_PROGRESS' as const,
  open: 'new' as const,
  results: {},
  inline_bytes: 0,
  options: start.options ?? {},
  waits: {},
  errors: [],
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + workingTimeOfBot(bot)),
});

/** The record of a new run that waits for its slot, at this position in the queue. */
export const queuedExecution = <R extends object>(run: R, slot: string, queue_at: string) => ({
  ...run,
  state: 'QUEUED' as const,
  open: 'queued' as const,
  slot,
  queue_at,
});

/** The record of a run that failed before it could start; its follow-up work is not yet done. */
export const failedExecution = <R extends { created_at: string }>(run: R, cause: string) => ({
  ...run,
  state: 'FAILED' as const,
  ...outcomeOf('FAILED', []),
  open: undefined,
  errors: [cause],
  finished_at: run.created_at,
  outbox: endedOutbox,
});

/** Whether a person started or restarted this run: then it starts even if the bot is disabled. */
export const isStartedByPerson = ({
  trigger,
  options,
}: Pick<Execution, 'trigger' | 'options'>): boolean =>
  trigger.type === 'manual' || (options.restarted_by ?? []).length > 0;

/**
 * The trigger that names the run whose AI agent waits for this run; when that run ends, this one is
 * ended too. Undefined for a resumed or replayed run: no agent waits for it.
 */
export const parentTriggerOf = ({
  trigger,
  options,
}: Pick<Execution, 'trigger' | 'options'>): Extract<Trigger, { type: 'agent' }> | undefined => {
  const isAgain = options.resumed_from !== undefined || options.replay_of !== undefined;
  return trigger.type === 'agent' && !isAgain ? trigger : undefined;
};

/** The listener event that a run reads; undefined if it reads its input instead. */
export const eventOf = (trigger: Trigger): EventRef | undefined => {
  if (trigger.type === 'event') return trigger;
  return trigger.type === 'manual' ? trigger.event : undefined;
};

/** The results of nodes that were still running, closed with the status and error of the run. */
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
