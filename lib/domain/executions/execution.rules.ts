import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isApp } from '../bots/bot.rules.ts';
import type { Bot } from '../bots/bot.schema.ts';
import type {
  EventPlace,
  Execution,
  ExecutionState,
  NodeResult,
  RunOptions,
  Trigger,
  WaitingFor,
} from './execution.schema.ts';
import { outcomeOf } from './outcome/outcome.rules.ts';

const finalStates: ReadonlySet<ExecutionState> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether a run, or a node of one, has come to its end. */
export const isFinal = (state: ExecutionState): boolean => finalStates.has(state);

/** Whether a wait ends by the clock alone, with nothing asked of anybody. */
export const isTimed = ({ kind }: WaitingFor): boolean =>
  kind === 'time' || kind === 'retry' || kind === 'look';

/**
 * Of the errors of a run, the sentence for everybody; what AWS said besides is for those who look
 * after the bot.
 */
export const sentenceOf = (errors: readonly string[] = []): string[] => errors.slice(0, 1);

/** Key of the index of ended runs whose end has still to be followed up. */
export const endedRuns = 'ended';

type Start = Pick<Execution, '_id' | 'trigger' | 'input' | 'version'> & { options?: RunOptions };

/** Milliseconds that a run has, waits apart, whose bot says so many minutes. */
export const timeFor = (deadlineMinutes: number | undefined): number =>
  deadlineMinutes === undefined ? limits.runDeadline : deadlineMinutes * 60_000;

export const deadlineOf = ({ settings }: Pick<Bot, 'settings'>): number =>
  timeFor(settings?.deadline_minutes);

/** Whether it is a run that the service portal lists, and not a try of the bot. */
const isRunOfApp = (bot: Bot, { trigger, options }: Start): boolean =>
  trigger.type === 'manual' &&
  isApp(bot) &&
  !(options?.dry_run || options?.use_pins || options?.until !== undefined);

/** The record of a run that begins now. */
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
  deadline_at: isoTime(now + deadlineOf(bot)),
});

/** As {@link newExecution}: a run that waits for its slot, at this place of the queue. */
export const queuedExecution = <R extends object>(run: R, slot: string, queue_at: string) => ({
  ...run,
  state: 'QUEUED' as const,
  open: 'queued' as const,
  slot,
  queue_at,
});

/** A run that has failed before it could begin; what follows from that is still to be done. */
export const failedExecution = <R extends { created_at: string }>(run: R, cause: string) => ({
  ...run,
  state: 'FAILED' as const,
  ...outcomeOf('FAILED', []),
  open: undefined,
  errors: [cause],
  finished_at: run.created_at,
  outbox: endedRuns,
});

/** Whether somebody asked for this run by hand: then it starts although its bot is disabled. */
export const isAskedFor = ({ trigger, options }: Pick<Execution, 'trigger' | 'options'>): boolean =>
  trigger.type === 'manual' || (options.restarted_by ?? []).length > 0;

/**
 * The run whose agent waits for the end of this one, and which takes it along when it ends itself.
 * Nobody waits for a run that people have run again.
 */
export const waitedForBy = ({
  trigger,
  options,
}: Pick<Execution, 'trigger' | 'options'>): Extract<Trigger, { type: 'agent' }> | undefined => {
  const isAgain = options.resumed_from !== undefined || options.replay_of !== undefined;
  return trigger.type === 'agent' && !isAgain ? trigger : undefined;
};

/** The listener's event that a run reads; none where it reads its input. */
export const eventOf = (trigger: Trigger): EventPlace | undefined => {
  if (trigger.type === 'event') return trigger;
  return trigger.type === 'manual' ? trigger.event : undefined;
};

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
