import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { refuseCircle } from './bot-use.service.ts';
import { refuseForeignUse } from './integration-use.service.ts';
import { listenerStore } from '../listeners/listener.store.ts';
import { smallestInterval } from '../schedules/cron-walk.rules.ts';
import { readTimetable } from '../schedules/timetable.rules.ts';
import { refuseInterval } from '../subscriptions/plan.service.ts';
import { settleSchedule } from './settle-schedule.service.ts';
import type { botRoutes } from './bot.routes.ts';
import { triggerOf } from './trigger.rules.ts';
import type { Bot } from './bot.schema.ts';
import { botStore } from './bot.store.ts';
import { type BotRuns, botsOf, type FoundBotDeps, summary } from './found-bot.service.ts';
import { integrationsOf } from './integration.rules.ts';
import { refuseProblems } from './problem.rules.ts';
import { disabling, enabling, offering, publishing } from './status.rules.ts';

export type StatusDeps = FoundBotDeps & {
  clock: Clock;
  scheduler: Scheduler;
  runs: BotRuns;
  /** Those of these ids that no compliance rule has. */
  unknownRules: (tenantId: string, ids: readonly string[]) => Promise<readonly string[]>;
};

type Call<K extends keyof typeof botRoutes> = Service<typeof botRoutes>[K];

const changedMeanwhile = () =>
  conflict('Somebody else changed this bot at the same time. Reload and try again.');

const refuseMissingListener = async (
  db: Database,
  { tenant_id }: Caller,
  { trigger_type, listener_id = '' }: ReturnType<typeof triggerOf>,
): Promise<void> => {
  if (trigger_type !== 'event_driven') return;
  if (!listener_id) throw badRequest('Choose the listener whose events start this bot.');
  if (!(await listenerStore(db, tenant_id).get(listener_id))) {
    throw badRequest('The listener of this bot does not exist. Choose another one.');
  }
};

/** Findings of a rule that there is not would never start it. */
const refuseUnknownRules = async (
  { unknownRules }: StatusDeps,
  { tenant_id }: Caller,
  { findings }: ReturnType<typeof triggerOf>,
): Promise<void> => {
  if (!findings || findings.rules.length === 0) return;
  const [unknown] = await unknownRules(tenant_id, findings.rules);
  if (unknown === undefined) return;
  throw badRequest(`There is no compliance rule "${unknown}". Choose others in the start node.`);
};

/**
 * Writes what starts a bot, and then makes its schedule agree. Should the process die in between,
 * the bot is marked, and reconciling settles it; a schedule too many starts nothing.
 */
const changeTrigger = async (
  deps: StatusDeps,
  before: Bot,
  change: Partial<Bot>,
): Promise<void> => {
  const { tenant_id, _id: bot_id } = before;
  const { cron_expression, tz_info = before.tz_info ?? 'UTC' } = change;
  if (cron_expression !== undefined) {
    const { cron } = readTimetable({ cron_expression, tz_info });
    await refuseInterval(deps.db, tenant_id, smallestInterval(cron), deps.clock());
  }
  const updated_at = isoTime(deps.clock());
  const changed = await botStore(deps.db, tenant_id).change(before, { ...change, updated_at });
  if (!changed) throw changedMeanwhile();
  if (change.schedule_pending) await settleSchedule(deps, { tenant_id, bot_id });
};

const publishBot =
  (deps: StatusDeps): Call<'publishBot'> =>
  async (caller, { bot_id, version, enable }) => {
    const { find, view, versions, callsOf } = botsOf(deps, caller);
    const before = await find(bot_id);
    const { graph, problems } = await view(before, version);
    refuseProblems(problems);
    await refuseForeignUse(deps.db, caller, graph);
    await refuseCircle(deps.db, before, graph);
    const trigger = triggerOf(graph);
    await refuseMissingListener(deps.db, caller, trigger);
    await refuseUnknownRules(deps, caller, trigger);
    const change = publishing(before, { trigger, version, enable });
    // Before it is published, so that no run of it is without.
    const { aws_rights } = await callsOf(graph);
    await versions.keepRights(
      bot_id,
      version,
      aws_rights.map(({ alias, region, ...right }) => right),
    );
    await changeTrigger(deps, before, { ...change, ...integrationsOf(graph) });
    return view(await find(bot_id), undefined, { version, graph });
  };

const setBotStatus =
  (deps: StatusDeps): Call<'setBotStatus'> =>
  async (caller, { bot_id, status, ...written }) => {
    const { find } = botsOf(deps, caller);
    const before = await find(bot_id);
    const enabled = status === 'enabled';
    const change = enabled ? enabling(before, written, deps.clock()) : disabling(before);
    await changeTrigger(deps, before, change);
    if (!enabled) await deps.runs.dropQueued(before, 'disabled');
    return { ...summary(await find(bot_id)), open_runs: await deps.runs.countUnderWay(before) };
  };

const setServicePortal =
  (deps: StatusDeps): Call<'setServicePortal'> =>
  async (caller, { bot_id, service_portal_published }) => {
    const { find } = botsOf(deps, caller);
    const before = await find(bot_id);
    await changeTrigger(deps, before, offering(before, service_portal_published));
    return summary(await find(bot_id));
  };

/**
 * Removes a bot with everything by which it would start again. Runs that are under way go on to
 * their end, and its versions stay as long as they do. What is left where the process dies in
 * between starts nothing, and is removed later.
 */
const deleteBot =
  (deps: StatusDeps): Call<'deleteBot'> =>
  async (caller, { bot_id }) => {
    const { store, versions, find } = botsOf(deps, caller);
    const bot = await find(bot_id);
    const { draft_version, cron_expression, schedule_pending } = bot;
    await versions.markUnowned(bot_id, draft_version, isoTime(deps.clock()));
    if (!(await store.delete(bot_id))) throw notFound('bot');
    // Afterwards, so that no bot is left without the schedule it needs.
    const mayHaveSchedule = cron_expression !== undefined || schedule_pending;
    if (mayHaveSchedule) await deps.scheduler.delete('bot', bot_id);
    await deps.runs.dropQueued(bot, 'deleted');
    return { open_runs: await deps.runs.countUnderWay(bot) };
  };

type StatusCalls = 'publishBot' | 'setBotStatus' | 'setServicePortal' | 'deleteBot';

/** What decides whether and by what a bot starts: publishing, enabling, offering, deleting. */
export const statusCalls = (deps: StatusDeps): Pick<Service<typeof botRoutes>, StatusCalls> => ({
  publishBot: publishBot(deps),
  setBotStatus: setBotStatus(deps),
  setServicePortal: setServicePortal(deps),
  deleteBot: deleteBot(deps),
});
