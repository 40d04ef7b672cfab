import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { ScheduleWriter } from '#lib/ports/scheduler.ts';
import { refuseCycle } from './bot-use.service.ts';
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
import { botAccess, type BotRuns, type FindBotDeps, summaryOf } from './find-bot.service.ts';
import { publishedUsesOf } from './integration.rules.ts';
import { refuseProblems } from './problem.rules.ts';
import { disableChange, enableChange, portalChange, publishChange } from './status.rules.ts';

export type StatusDeps = FindBotDeps & {
  clock: Clock;
  scheduler: ScheduleWriter;
  runs: BotRuns;
  /** Returns the ids for which there is no compliance rule. */
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

/** Throws 400 for unknown rules, whose findings could never start the bot. */
const refuseUnknownRules = async (
  { unknownRules }: StatusDeps,
  { tenant_id }: Caller,
  { findings }: ReturnType<typeof triggerOf>,
): Promise<void> => {
  if (!findings || findings.rules.length === 0) return;
  const [unknownRule] = await unknownRules(tenant_id, findings.rules);
  if (unknownRule === undefined) return;
  throw badRequest(
    `There is no compliance rule "${unknownRule}". Choose others in the start node.`,
  );
};

/**
 * Writes a change of a bot's triggers, then updates its schedule. If the process dies in between,
 * the bot is marked and reconciliation finishes the work; a superfluous schedule starts nothing.
 */
const changeTrigger = async (deps: StatusDeps, bot: Bot, change: Partial<Bot>): Promise<void> => {
  const { tenant_id, _id: bot_id } = bot;
  const { cron_expression, tz_info = bot.tz_info ?? 'UTC' } = change;
  if (cron_expression !== undefined) {
    const { cron } = readTimetable({ cron_expression, tz_info });
    await refuseInterval(deps.db, tenant_id, smallestInterval(cron), deps.clock());
  }
  const updated_at = isoTime(deps.clock());
  const isChanged = await botStore(deps.db, tenant_id).change(bot, { ...change, updated_at });
  if (!isChanged) throw changedMeanwhile();
  if (change.schedule_pending) await settleSchedule(deps, { tenant_id, bot_id });
};

const publishBot =
  (deps: StatusDeps): Call<'publishBot'> =>
  async (caller, { bot_id, version, enable }) => {
    const { find, view, versions, callsOf } = botAccess(deps, caller);
    const bot = await find(bot_id);
    const { graph, problems } = await view(bot, version);
    refuseProblems(problems);
    await refuseForeignUse(deps.db, caller, graph);
    await refuseCycle(deps.db, bot, graph);
    const trigger = triggerOf(graph);
    await refuseMissingListener(deps.db, caller, trigger);
    await refuseUnknownRules(deps, caller, trigger);
    const change = publishChange(bot, { trigger, version, enable });
    // Stored before publication, so that no run lacks its rights.
    const { aws_rights } = await callsOf(graph);
    await versions.keepRights(
      bot_id,
      version,
      aws_rights.map(({ alias, region, ...right }) => right),
    );
    await changeTrigger(deps, bot, { ...change, ...publishedUsesOf(graph) });
    return view(await find(bot_id), undefined, { version, graph });
  };

const setBotStatus =
  (deps: StatusDeps): Call<'setBotStatus'> =>
  async (caller, { bot_id, status, ...schedule }) => {
    const { find } = botAccess(deps, caller);
    const bot = await find(bot_id);
    const enabled = status === 'enabled';
    const change = enabled ? enableChange(bot, schedule, deps.clock()) : disableChange(bot);
    await changeTrigger(deps, bot, change);
    if (!enabled) await deps.runs.dropQueued(bot, 'disabled');
    return { ...summaryOf(await find(bot_id)), open_runs: await deps.runs.countUnderWay(bot) };
  };

const setServicePortal =
  (deps: StatusDeps): Call<'setServicePortal'> =>
  async (caller, { bot_id, service_portal_published }) => {
    const { find } = botAccess(deps, caller);
    const bot = await find(bot_id);
    await changeTrigger(deps, bot, portalChange(bot, service_portal_published));
    return summaryOf(await find(bot_id));
  };

/**
 * Deletes a bot with everything that could start it. Open runs continue to their end, and until
 * then its versions are kept. Leftovers of a process that dies meanwhile start nothing and are
 * removed later.
 */
const deleteBot =
  (deps: StatusDeps): Call<'deleteBot'> =>
  async (caller, { bot_id }) => {
    const { store, versions, find } = botAccess(deps, caller);
    const bot = await find(bot_id);
    const { draft_version, cron_expression, schedule_pending } = bot;
    await versions.markUnowned(bot_id, draft_version, isoTime(deps.clock()));
    if (!(await store.delete(bot_id))) throw notFound('bot');
    // After the bot, so that no bot can exist without the schedule it needs.
    const mayHaveSchedule = cron_expression !== undefined || schedule_pending;
    if (mayHaveSchedule) await deps.scheduler.delete('bot', bot_id);
    await deps.runs.dropQueued(bot, 'deleted');
    return { open_runs: await deps.runs.countUnderWay(bot) };
  };

type StatusCalls = 'publishBot' | 'setBotStatus' | 'setServicePortal' | 'deleteBot';

/** Calls that change whether and how a bot starts: publish, enable, offer in the portal, delete. */
export const statusCalls = (deps: StatusDeps): Pick<Service<typeof botRoutes>, StatusCalls> => ({
  publishBot: publishBot(deps),
  setBotStatus: setBotStatus(deps),
  setServicePortal: setServicePortal(deps),
  deleteBot: deleteBot(deps),
});
