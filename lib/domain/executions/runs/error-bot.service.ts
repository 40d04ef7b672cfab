import { derivedId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import { isRunnable } from '../../bots/bot.rules.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { botStore } from '../../bots/bot.store.ts';
import type { Execution } from '../execution.schema.ts';
import { type StartDeps, startRun } from './start.service.ts';

export type ErrorBotDeps = StartDeps & { log: Log; site: { url: string } };

/** What the error bot reads as `$event`; errors are limited to 20 of 1,000 characters each. */
const reportOf = (run: Execution, site: { url: string }) => ({
  bot: { id: run.bot_id, name: run.bot_name },
  bot_exc_id: run._id,
  state: run.state,
  errors: run.errors.slice(0, 20).map((error) => error.slice(0, 1000)),
  started_at: run.created_at,
  link: linkTo(site, pathTo('run', { bot_id: run.bot_id, bot_exc_id: run._id }, { mode: 'view' })),
});

/**
 * Starts the error bot of a failed run's bot, once per failed run. It is not started for failures
 * of an error bot, so that no chain begins, nor for dry runs, which must change nothing. An error
 * bot that cannot run is logged.
 */
export const startErrorBot = async (
  deps: ErrorBotDeps,
  run: Execution,
  { settings }: Bot,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, bot_id } = run;
  const errorBotId = settings?.error_bot_id;
  const needsErrorBot =
    run.state === 'FAILED' && run.trigger.type !== 'error' && !run.options.dry_run;
  if (errorBotId === undefined || !needsErrorBot) return;
  const logFields = { tenant_id, bot_id: errorBotId, bot_exc_id };
  const errorBot = await botStore(deps.db, tenant_id).get(errorBotId);
  if (!isRunnable(errorBot)) {
    deps.log.warn('The error bot of a failed run is missing, disabled or unpublished.', logFields);
    return;
  }
  const started = await startRun(deps, errorBot, {
    _id: derivedId('exc', Date.parse(run.finished_at ?? run.updated_at), 'error', bot_exc_id),
    trigger: { type: 'error', bot_id, bot_exc_id, bot_name: run.bot_name },
    input: reportOf(run, deps.site),
    version: errorBot.published_version,
  });
  if (started.dropped) {
    const reason = started.beyond_plan ? 'beyond the plan' : 'at its limit';
    deps.log.warn(`The error bot of a failed run is ${reason}.`, logFields);
  }
};
