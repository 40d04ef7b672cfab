import type { Bot } from '../bots/bot.schema.ts';
import { isFinal } from '../executions/execution.rules.ts';
import type { OldRun } from '../executions/runs/old-run.schema.ts';
import type { Plan } from '../subscriptions/plan.schema.ts';

export const day = 24 * 3600_000;

/** Runs of one organisation, or of one of its bots, and how long they are kept (ms). */
export type RetentionPeriod = { bot_id?: string; keptFor: number };

/** How long runs are kept: by the plan, or for a shorter time if a bot's settings say so. */
export const retentionPeriods = (
  { retention_days }: Pick<Plan, 'retention_days'>,
  bots: readonly Pick<Bot, '_id' | 'settings'>[],
): RetentionPeriod[] => [
  { keptFor: retention_days * day },
  ...bots.flatMap(({ _id, settings }) => {
    const botDays = settings?.retention_days;
    return botDays !== undefined && botDays < retention_days
      ? [{ bot_id: _id, keptFor: botDays * day }]
      : [];
  }),
];

/** The runs that continue this one, or repeat a part of it. */
export const followersOf = ({
  resumed_as,
  again_as = [],
}: Pick<OldRun, 'resumed_as' | 'again_as'>): string[] =>
  resumed_as === undefined ? again_as : [resumed_as, ...again_as];

/** Whether a run, with everything that follows from its end, ended before this time (ms). */
export const hasEndedBefore = (run: OldRun, before: number): boolean => {
  const { state, open, outbox, finished_at, updated_at } = run;
  if (!isFinal(state) || open !== undefined || outbox !== undefined) return false;
  return Date.parse(finished_at ?? updated_at) < before;
};
