import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { costCalls, type CostDeps } from '../costs/cost.service.ts';
import { refuseForeignCredentials } from '../credentials/use.service.ts';
import { countUnderWay } from '../executions/open-run.store.ts';
import { dropQueued } from '../executions/slots.service.ts';
import { listenerStore } from '../listeners/listener.store.ts';
import { settleSchedule } from '../schedules/settle.service.ts';
import type { botRoutes } from './bot.routes.ts';
import { matches, saidOfDraft, triggerOf } from './bot.rules.ts';
import type { Bot, BotSummary, BotVersion, BotView, Graph, Problem } from './bot.schema.ts';
import { botStore, type BotVersionStore, botVersionStore } from './bot.store.ts';
import { editorCalls } from './editor.service.ts';
import { exchangeCalls } from './exchange.service.ts';
import { integrationsOf } from './integration.rules.ts';
import { refuseSettings, type SaveDeps } from './save.service.ts';
import { compareGraphs } from './version.rules.ts';
import { disabling, enabling, offering, preview, publishing } from './status.rules.ts';
import { warningsOf } from './warning.service.ts';

export type BotDeps = SaveDeps &
  CostDeps & {
    db: Database;
    clock: Clock;
    scheduler: Scheduler;
    bus: Bus;
    realtime: Realtime;
    /** What keeps a graph from running: the engine's `check`. */
    check: (graph: Graph) => Problem[];
  };

type Call<K extends keyof typeof botRoutes> = Service<typeof botRoutes>[K];

const summary = (bot: Bot): BotSummary => {
  const { tenant_id, listener_key, cron_key, schedule_pending, ...shown } = bot;
  return shown;
};

const staleDraft = () =>
  conflict('Somebody saved this bot after you opened it. Compare both before you save yours.', {
    field: 'base_version',
  });

const changedMeanwhile = () =>
  conflict('Somebody changed this bot at the same moment. Look at it and try again.');

const botsOf = (deps: BotDeps, caller: Caller) => {
  const store = botStore(deps.db, caller.tenant_id);
  const versions = botVersionStore(deps.db, caller.tenant_id);
  const find = async (id: string): Promise<Bot> => {
    const found = await store.get(id);
    if (!found) throw notFound('bot');
    return found;
  };
  const refuseTakenName = async (name: string, exceptId?: string) => {
    if (await store.isNameTaken(name, exceptId)) {
      throw conflict('A bot with this name already exists.', { field: 'name' });
    }
  };
  const view = async (one: Bot, version = one.draft_version): Promise<BotView> => {
    // A number above the draft's is that of a save that did not come to its end.
    const found = version > one.draft_version ? undefined : await versions.get(one._id, version);
    if (!found) throw notFound('version');
    const { graph } = found;
    const warnings = await warningsOf(deps.db, caller.tenant_id, graph);
    return { ...summary(one), version, graph, problems: deps.check(graph), warnings };
  };
  return { store, versions, find, refuseTakenName, view };
};

const createBot =
  (deps: BotDeps): Call<'createBot'> =>
  async (caller, { graph, ...input }) => {
    const { store, versions, find, refuseTakenName, view } = botsOf(deps, caller);
    await refuseTakenName(input.name);
    await refuseSettings(deps, caller.tenant_id, input.settings);
    const now = deps.clock();
    const at = isoTime(now);
    const _id = timedId('bot', now);
    const first = { version: 1, graph, saved_by: caller.user_id, saved_at: at };
    await versions.create(_id, first, at);
    await store.create({
      ...input,
      _id,
      status: 'disabled',
      draft_version: 1,
      ...saidOfDraft(graph),
      service_portal_published: false,
      created_by: caller.user_id,
      created_at: at,
      updated_at: at,
    });
    await versions.markUnowned(_id, 1, undefined);
    return view(await find(_id));
  };

/** Stores a graph under the next free number: a save that died halfway may have left one taken. */
const saveVersion = async (
  versions: BotVersionStore,
  { _id, draft_version }: Bot,
  saved: Omit<BotVersion, 'bot_key' | 'version'>,
): Promise<number> => {
  let version = draft_version + 1;
  while (!(await versions.create(_id, { ...saved, version }))) version += 1;
  return version;
};

const updateBot =
  (deps: BotDeps): Call<'updateBot'> =>
  async (caller, { bot_id, base_version, graph, ...input }) => {
    const { store, versions, find, refuseTakenName, view } = botsOf(deps, caller);
    const before = await find(bot_id);
    if (before.draft_version !== base_version) throw staleDraft();
    await refuseTakenName(input.name, bot_id);
    await refuseSettings(deps, caller.tenant_id, input.settings, bot_id);
    const at = isoTime(deps.clock());
    const saved = { graph, saved_by: caller.user_id, saved_at: at };
    const version = await saveVersion(versions, before, saved);
    const said = before.published_version === undefined ? saidOfDraft(graph) : {};
    const change = { ...input, ...said, draft_version: version, updated_at: at };
    if (!(await store.change(before, change))) {
      await versions.delete(bot_id, version);
      throw staleDraft();
    }
    return view(await find(bot_id));
  };

/** A version that fails the check is refused with every problem, each located at its node. */
export const refuseProblems = (problems: Problem[]): void => {
  if (problems.length === 0) return;
  const detail = problems.map(({ message, node_id }) => ({
    msg: message,
    loc: node_id === undefined ? [] : [node_id],
  }));
  const count = problems.length === 1 ? 'One problem keeps' : `${problems.length} problems keep`;
  throw badRequest(`${count} this bot from running. ${problems[0]?.message}`, { detail });
};

const refuseMissingListener = async (
  { db }: BotDeps,
  { tenant_id }: Caller,
  { trigger_type, listener_id = '' }: ReturnType<typeof triggerOf>,
): Promise<void> => {
  if (trigger_type !== 'event_driven') return;
  if (!listener_id) throw badRequest('Choose the listener whose events start this bot.');
  if (!(await listenerStore(db, tenant_id).get(listener_id))) {
    throw badRequest('The listener of this bot does not exist. Choose another one.');
  }
};

/**
 * Writes what starts a bot, and then makes its schedule agree. Should the process die in between,
 * the bot is marked, and reconciling settles it; a schedule too many starts nothing.
 */
const changeTrigger = async (deps: BotDeps, before: Bot, change: Partial<Bot>): Promise<void> => {
  const { tenant_id, _id: bot_id } = before;
  const updated_at = isoTime(deps.clock());
  const changed = await botStore(deps.db, tenant_id).change(before, { ...change, updated_at });
  if (!changed) throw changedMeanwhile();
  if (change.schedule_pending) await settleSchedule(deps, { tenant_id, bot_id });
};

const publishBot =
  (deps: BotDeps): Call<'publishBot'> =>
  async (caller, { bot_id, version }) => {
    const { find, view } = botsOf(deps, caller);
    const before = await find(bot_id);
    const { graph, problems } = await view(before, version);
    refuseProblems(problems);
    await refuseForeignCredentials(deps.db, caller, graph);
    const trigger = triggerOf(graph);
    await refuseMissingListener(deps, caller, trigger);
    const change = publishing(before, trigger, version);
    await changeTrigger(deps, before, { ...change, integration_types: integrationsOf(graph) });
    return view(await find(bot_id));
  };

const setBotStatus =
  (deps: BotDeps): Call<'setBotStatus'> =>
  async (caller, { bot_id, status, ...written }) => {
    const { find } = botsOf(deps, caller);
    const before = await find(bot_id);
    const enabled = status === 'enabled';
    const change = enabled ? enabling(before, written, deps.clock()) : disabling(before);
    await changeTrigger(deps, before, change);
    if (!enabled) await dropQueued(deps, before, 'disabled');
    return { ...summary(await find(bot_id)), open_runs: await countUnderWay(deps.db, before) };
  };

const setServicePortal =
  (deps: BotDeps): Call<'setServicePortal'> =>
  async (caller, { bot_id, service_portal_published }) => {
    const { find } = botsOf(deps, caller);
    const before = await find(bot_id);
    await changeTrigger(deps, before, offering(before, service_portal_published));
    return summary(await find(bot_id));
  };

/**
 * Removes a bot with everything by which it would start again. Runs that are under way go on to
 * their end (security design, decision 8), and its versions stay as long as they do. What is left
 * where the process dies in between starts nothing, and is removed later.
 */
const deleteBot =
  (deps: BotDeps): Call<'deleteBot'> =>
  async (caller, { bot_id }) => {
    const { store, versions, find } = botsOf(deps, caller);
    const bot = await find(bot_id);
    const { draft_version, cron_expression, schedule_pending } = bot;
    await versions.markUnowned(bot_id, draft_version, isoTime(deps.clock()));
    if (!(await store.delete(bot_id))) throw notFound('bot');
    // Afterwards, so that no bot is left without the schedule it needs.
    const mayHaveSchedule = cron_expression !== undefined || schedule_pending;
    if (mayHaveSchedule) await deps.scheduler.delete('bot', bot_id);
    await dropQueued(deps, bot, 'deleted');
    return { open_runs: await countUnderWay(deps.db, bot) };
  };

/** Saves an older graph as the newest version; everything that was saved stays as it is. */
const restoreBotVersion =
  (deps: BotDeps): Call<'restoreBotVersion'> =>
  async (caller, { bot_id, version, base_version }) => {
    const { find, view } = botsOf(deps, caller);
    const before = await find(bot_id);
    const { graph } = await view(before, version);
    const { name, description, category, importance } = before;
    const details = { name, description, category, importance };
    return updateBot(deps)(caller, { bot_id, base_version, ...details, graph });
  };

const getBot =
  (deps: BotDeps) =>
  async (
    caller: Caller,
    { bot_id, version }: { bot_id: string; version?: number | undefined },
  ): Promise<BotView> => {
    const { find, view } = botsOf(deps, caller);
    return view(await find(bot_id), version);
  };

/** Calls of the bots area, one function a route. */
export const botService = (deps: BotDeps): Service<typeof botRoutes> => ({
  async listBots(caller, { number_of_items, page_number, next, sort, ...filter }) {
    const request = { number_of_items, page_number, next };
    const accept = (bot: Bot) => matches(bot, filter);
    const { store } = botsOf(deps, caller);
    const page = sort
      ? await store.sortedPage(request, { sort, filter }, accept)
      : await store.page(request, [filter], accept);
    return { ...page, items: page.items.map(summary) };
  },

  countBots: async (caller, filter) => ({
    count: await botsOf(deps, caller).store.count((bot) => matches(bot, filter)),
  }),

  previewSchedule: async (_, written) => ({ next_runs: preview(written, deps.clock()) }),

  getBot: getBot(deps),

  ...exchangeCalls({ check: deps.check, getBot: getBot(deps) }),
  ...editorCalls(deps),
  ...costCalls(deps),

  async listBotVersions(caller, { bot_id, ...request }) {
    const { versions, find } = botsOf(deps, caller);
    const { draft_version, published_version } = await find(bot_id);
    const page = await versions.page(bot_id, request, draft_version);
    const items = page.items.map(({ version, saved_by, saved_at }) => ({
      version,
      saved_by,
      saved_at,
      is_draft: version === draft_version,
      is_published: version === published_version,
    }));
    return { ...page, items };
  },

  async compareBotVersions(caller, { bot_id, from, to }) {
    const { find, view } = botsOf(deps, caller);
    const bot = await find(bot_id);
    const [before, after] = [await view(bot, from), await view(bot, to)];
    return compareGraphs(before.graph, after.graph);
  },

  restoreBotVersion: restoreBotVersion(deps),
  createBot: createBot(deps),
  updateBot: updateBot(deps),
  publishBot: publishBot(deps),
  setBotStatus: setBotStatus(deps),
  setServicePortal: setServicePortal(deps),
  deleteBot: deleteBot(deps),
});
