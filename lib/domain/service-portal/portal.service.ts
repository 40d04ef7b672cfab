import type { Caller } from '#lib/kernel/caller.ts';
import { isObject } from '#lib/kernel/value-kinds.ts';
import { slicePage } from '#lib/kernel/lists.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { createBotFilter } from '../bots/bot-filter.service.ts';
import { isApp } from '../bots/bot.rules.ts';
import type { Bot } from '../bots/bot.schema.ts';
import { botStore, botVersionStore } from '../bots/bot.store.ts';
import { integrationTypesOf } from '../bots/integration.rules.ts';
import type { ChatDeps } from '../chat/chat.service.ts';
import { eventOf, firstErrorOnly, isFinal } from '../executions/execution.rules.ts';
import type { executionRoutes } from '../executions/execution.routes.ts';
import type { Execution } from '../executions/execution.schema.ts';
import { executionStore } from '../executions/execution.store.ts';
import {
  abortExecution,
  getExecution,
  refuseStart,
  type RunDeps,
  startExecution,
} from '../executions/run.service.ts';
import { manualStarterOf, matchesHistoryFilter } from '../executions/history/history.rules.ts';
import { historyStore } from '../executions/history/history.store.ts';
import { matchesAppName } from './app-name.rules.ts';
import { formsFilledBy } from './filled-forms.rules.ts';
import { readFilledForms } from './filled-forms.service.ts';
import { stepGroups } from './step-groups.rules.ts';
import { portalChatService } from './portal-chat.service.ts';
import type { portalRoutes } from './portal.routes.ts';
import type { AppFilter, PortalApp, PortalRun } from './portal.schema.ts';
import { decisionsOfRun, statusesOfRun } from './run.rules.ts';

const portalAppOf = ({ _id, name, description, category, importance, ...bot }: Bot): PortalApp => ({
  _id,
  name,
  description,
  category,
  importance,
  integration_types: bot.integration_types,
  updated_at: bot.updated_at,
});

/** A run as the portal reads it. */
type FollowedRun = Awaited<ReturnType<Service<typeof executionRoutes>['getExecution']>>;

const runFieldsOf = (run: FollowedRun) => ({
  _id: run._id,
  bot_id: run.bot_id,
  bot_name: run.bot_name,
  state: run.state,
  outcome: run.outcome,
  decision: run.decision,
  errors: firstErrorOnly(run.errors),
  created_at: run.created_at,
  updated_at: run.updated_at,
  finished_at: run.finished_at,
  ...(run.options?.dry_run && { dry_run: true }),
  ...(startInputOf(run) && { given: true }),
});

/** The input of a run that was started from its bot; runs started in the portal have none. */
const startInputOf = ({ trigger, input }: Pick<Execution, 'trigger' | 'input'>) => {
  const event = eventOf(trigger);
  if (event) return { event: { listener_id: event.listener_id, event_id: event.event_id } };
  return isObject(input) ? { input } : undefined;
};

/**
 * The options to start a run again from the beginning, with its input and its trial options. The
 * start is forced if the old run is still in progress, since ending it frees its place.
 */
const restartOptionsOf = (run: Execution) => {
  const { dry_run, use_pins, until } = run.options;
  return {
    bot_id: run.bot_id,
    caching_settings: false,
    ...(!isFinal(run.state) && { forceStart: true }),
    ...startInputOf(run),
    ...(dry_run && { dry_run }),
    ...(use_pins && { use_pins }),
    ...(until !== undefined && { until }),
  };
};

/** Finds the caller's own run; throws 404 for another user's, except for ROOT. */
const findOwnRun =
  ({ db }: Pick<RunDeps, 'db'>) =>
  async ({ tenant_id, user_id, userType }: Caller, id: string): Promise<Execution> => {
    const run = await executionStore(db, tenant_id).get(id);
    const mine = run && manualStarterOf(run.trigger) === user_id;
    if (!run || (!mine && userType !== 'ROOT')) throw notFound('run');
    return run;
  };

const portalContext = (deps: RunDeps, caller: Caller) => {
  const { db } = deps;
  const { tenant_id, user_id } = caller;
  const bots = botStore(db, tenant_id);
  const graphOf = async (bot_id: string, version: number) =>
    (await botVersionStore(db, tenant_id).get(bot_id, version))?.graph ?? { nodes: [], edges: [] };

  const findApp = async (id: string) => {
    const bot = await bots.get(id);
    if (!bot || !isApp(bot)) throw notFound('app');
    return bot;
  };

  const findRun = (id: string) => findOwnRun(deps)(caller, id);

  const view = async (run: FollowedRun): Promise<PortalRun> => {
    const graph = await graphOf(run.bot_id, run.version);
    const waits = [...(run.waiting_for ? [run.waiting_for] : []), ...run.waits];
    return {
      ...runFieldsOf(run),
      offered: await bots.get(run.bot_id).then((bot) => bot !== undefined && isApp(bot)),
      groups: stepGroups(graph),
      statuses: statusesOfRun(graph, run.results, waits),
      decisions: decisionsOfRun(graph, run.results),
      waits,
      entered: formsFilledBy(user_id, await readFilledForms(deps, graph, run.results)),
    };
  };

  /** The apps that match, the newest first: few of an organisation's bots are apps. */
  const apps = async ({ regex, ...filter }: AppFilter): Promise<Bot[]> => {
    const accept = await createBotFilter(db, caller, filter);
    return bots.all((one) => isApp(one) && matchesAppName(one.name, regex) && accept(one));
  };

  return { apps, graphOf, findApp, findRun, view };
};

type EndCalls = Pick<Service<typeof portalRoutes>, 'abortPortalRun' | 'restartPortalRun'>;

/** Calls that end a run. */
const endCalls = (deps: RunDeps): EndCalls => {
  const abort = async (caller: Caller, bot_exc_id: string): Promise<PortalRun> => {
    await portalContext(deps, caller).findRun(bot_exc_id);
    return portalContext(deps, caller).view(
      await abortExecution(deps)(caller, { bot_exc_id }),
    );
  };

  /** Aborts a run; returns false if it ended by itself first, which is fine. */
  const abortOpen = async (caller: Caller, { _id: bot_exc_id }: Execution): Promise<boolean> => {
    try {
      await abort(caller, bot_exc_id);
      return true;
    } catch (error) {
      const now = await portalContext(deps, caller).findRun(bot_exc_id);
      if (error instanceof Refusal && isFinal(now.state)) return false;
      throw error;
    }
  };

  return {
    abortPortalRun: (caller, { bot_exc_id }) => abort(caller, bot_exc_id),

    /**
     * Aborts a run in progress and starts it again without cached results. If the start would be
     * refused, that is found out first, and the run continues.
     */
    async restartPortalRun(caller, { bot_exc_id }) {
      const { findApp, findRun, view } = portalContext(deps, caller);
      const run = await findRun(bot_exc_id);
      await findApp(run.bot_id);
      const startOptions = restartOptionsOf(run);
      await refuseStart(deps, caller, startOptions);
      const isAborted = !isFinal(run.state) && (await abortOpen(caller, run));
      try {
        return await view(await startExecution(deps)(caller, startOptions));
      } catch (error) {
        if (!isAborted || !(error instanceof Refusal)) throw error;
        throw new Refusal(error.status, `The run was aborted. ${error.message}`, error.extra);
      }
    },
  };
};

/** Calls of the service portal, one function a route. */
export const portalService = (deps: RunDeps & ChatDeps): Service<typeof portalRoutes> => {
  return {
    ...portalChatService(deps, findOwnRun(deps)),
    ...endCalls(deps),

    async listPortalApps(caller, { number_of_items, page_number, next, ...filter }) {
      const values = await portalContext(deps, caller).apps(filter);
      const request = { number_of_items, page_number, next };
      const page = await slicePage(deps.db, {
        values,
        request,
        scope: [caller.tenant_id, 'apps', filter],
      });
      return { ...page, items: page.items.map(portalAppOf), count: values.length };
    },

    async getPortalApp(caller, { app_id }) {
      const { findApp, graphOf } = portalContext(deps, caller);
      const bot = await findApp(app_id);
      const graph = await graphOf(app_id, bot.published_version);
      const integration_types = integrationTypesOf(graph);
      return { ...portalAppOf(bot), integration_types, groups: stepGroups(graph) };
    },

    async startPortalApp(caller, { app_id }) {
      const { findApp, view } = portalContext(deps, caller);
      await findApp(app_id);
      return view(await startExecution(deps)(caller, { bot_id: app_id }));
    },

    async listPortalRuns(caller, { number_of_items, page_number, next, ...filter }) {
      const { bot_name, app_id, state, standing, sort = '-updated_at' } = filter;
      const { bot_caller = caller.user_id } = filter;
      const store = historyStore(deps.db, caller.tenant_id);
      const whose = caller.userType === 'ROOT' ? bot_caller : caller.user_id;
      const page = await store.appRuns(
        { caller: whose, sort },
        { number_of_items, page_number, next },
        ['own runs', filter],
        (run) =>
          whose === bot_caller &&
          matchesHistoryFilter(run, { state, standing }, undefined) &&
          matchesAppName(run.bot_name, bot_name) &&
          (app_id === undefined || run.bot_id === app_id),
      );
      const items = page.items.map((run) => ({ ...run, errors: firstErrorOnly(run.errors) }));
      return { ...page, items };
    },

    async getPortalRun(caller, { bot_exc_id }) {
      const { findRun, view } = portalContext(deps, caller);
      await findRun(bot_exc_id);
      return view(await getExecution(deps)(caller, { bot_exc_id }));
    },
  };
};
