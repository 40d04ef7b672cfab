import type { Caller } from '#lib/kernel/caller.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { whyNotManual } from '../bots/bot.rules.ts';
import { triggerOf } from '../bots/trigger.rules.ts';
import { refuseProblems } from '../bots/problem.rules.ts';
import { botStore, botVersionStore } from '../bots/bot.store.ts';
import { titleOf } from '../listeners/listener-event.rules.ts';
import { refuseBeyondPlan } from '../subscriptions/plan.service.ts';
import { createResultFilter, filterResults } from './visible-results.service.ts';
import { type CloseDeps, closeRun } from './runs/close.service.ts';
import type { executionRoutes } from './execution.routes.ts';
import type { Execution, ExecutionView } from './execution.schema.ts';
import { isFinal } from './execution.rules.ts';
import { executionStore } from './execution.store.ts';
import { historyCalls } from './history/history.service.ts';
import {
  findNodeResult,
  readLanePage,
  readResultsWithBranches,
} from './lanes/lane-view.service.ts';
import { readNodeResult } from './read-result.service.ts';
import { readChosenEvent } from './runs/chosen-event.service.ts';
import { type NodeTestDeps, testNodeCall } from './runs/node-test.service.ts';
import {
  refuseDraft,
  replayRun,
  type RestartDeps,
  resumeRun,
  startOrRefuse,
} from './runs/restart.service.ts';
import { statisticsCalls } from './history/statistics.service.ts';

export type ExecutionDeps = RestartDeps & CloseDeps & NodeTestDeps & { runner: Runner };

type Call<K extends keyof typeof executionRoutes> = Service<typeof executionRoutes>[K];

const view = (run: Execution): ExecutionView => {
  const { tenant_id, bot_key, inline_bytes, waits, ...rest } = run;
  const { open, slot, queue_at, outbox, ...visibleFields } = rest;
  // Waits of lanes may be left over from the moment when the run ended.
  return { ...visibleFields, waits: isFinal(run.state) ? [] : Object.values(waits) };
};

/** A run with the results that the caller may see. */
const viewFor = async ({ db }: ExecutionDeps, caller: Caller, run: Execution) => {
  const resultFilter = await createResultFilter(db, caller, run);
  return view({ ...run, results: filterResults(resultFilter, run.results) });
};

/** Names of a run's nodes by id if its bot was deleted; undefined otherwise. */
const namesWithoutBot = async (
  { db }: ExecutionDeps,
  { tenant_id, bot_id, version }: Execution,
): Promise<Record<string, string> | undefined> => {
  if (await botStore(db, tenant_id).get(bot_id)) return undefined;
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  return found && Object.fromEntries(found.graph.nodes.map(({ id, name }) => [id, name]));
};

const requireRun = async (deps: ExecutionDeps, caller: Caller, id: string): Promise<Execution> => {
  const found = await executionStore(deps.db, caller.tenant_id).get(id);
  if (!found) throw notFound('run');
  return found;
};

type StartInput = Parameters<Call<'startExecution'>>[1];

/** Returns the bot and version to run; throws a refusal if a check before a manual start fails. */
const requireRunnable = async (
  deps: ExecutionDeps,
  caller: Caller,
  { bot_id, version, until, input, event }: StartInput,
) => {
  const { tenant_id } = caller;
  const bot = await botStore(deps.db, tenant_id).get(bot_id);
  if (!bot) throw notFound('bot', { field: 'bot_id' });
  const chosenVersion = version ?? bot.published_version;
  if (chosenVersion === undefined) throw badRequest('Publish a version of this bot first.');
  const found = await botVersionStore(deps.db, tenant_id).get(bot_id, chosenVersion);
  if (!found) throw notFound('version', { field: 'version' });
  refuseProblems(await deps.check(found.graph, tenant_id));
  if (until !== undefined && !found.graph.nodes.some(({ id }) => id === until)) {
    throw badRequest('The node to stop at is not in this version.', { field: 'until' });
  }
  const hasInput = input !== undefined || event !== undefined;
  const refusal = whyNotManual(triggerOf(found.graph).trigger_type);
  if (refusal && !hasInput) {
    throw badRequest(`${refusal} To try one, give an event of a listener, or an input.`);
  }
  await refuseDraft(deps, caller, { bot, version: chosenVersion, graph: found.graph });
  return { bot, version: chosenVersion };
};

/** Throws the refusal that a forced start would throw, and starts nothing. */
export const refuseStart = async (
  deps: ExecutionDeps,
  caller: Caller,
  request: StartInput,
): Promise<void> => {
  await requireRunnable(deps, caller, request);
  if (request.event) await readChosenEvent(deps, caller, request.event);
  if (!request.dry_run) await refuseBeyondPlan(deps.db, caller.tenant_id, deps.clock());
};

const startExecution =
  (deps: ExecutionDeps): Call<'startExecution'> =>
  async (caller, request) => {
    const { bot_id: _bot, version: _version, input, event, ...rest } = request;
    const { forceStart = false, ...options } = rest;
    if (input && Buffer.byteLength(JSON.stringify(input)) > limits.inlineResult) {
      throw badRequest('The input is larger than 32 KB. Let the bot fetch it instead.');
    }
    const runnable = await requireRunnable(deps, caller, request);
    const title = event && titleOf(await readChosenEvent(deps, caller, event));
    const now = deps.clock();
    const _id = timedId('exc', now);
    const { user_id } = caller;
    const eventFields = event && { event: { ...event, ...(title !== undefined && { title }) } };
    const trigger = { type: 'manual' as const, user_id, ...eventFields };
    await startOrRefuse(deps, runnable.bot, {
      _id,
      trigger,
      input,
      version: runnable.version,
      options,
      force: forceStart,
    });
    return viewFor(deps, caller, await requireRun(deps, caller, _id));
  };

const abortExecution =
  (deps: ExecutionDeps): Call<'abortExecution'> =>
  async (caller, { bot_exc_id }) => {
    const run = await requireRun(deps, caller, bot_exc_id);
    const cause = `Aborted by ${caller.user_id}.`;
    const closed = await closeRun(deps, run, { state: 'CANCELLED', cause, now: deps.clock() });
    if (!closed) throw conflict('This run has ended already.');
    return viewFor(deps, caller, await requireRun(deps, caller, bot_exc_id));
  };

/** Calls on runs, one function per route. */
export const executionService = (deps: ExecutionDeps): Service<typeof executionRoutes> => ({
  ...historyCalls(deps),

  ...statisticsCalls(deps),

  async getExecution(caller, { bot_exc_id }) {
    const run = await requireRun(deps, caller, bot_exc_id);
    const [results, names] = await Promise.all([
      readResultsWithBranches(deps.db, run),
      namesWithoutBot(deps, run),
    ]);
    return { ...(await viewFor(deps, caller, { ...run, results })), ...(names && { names }) };
  },

  async getNodeResult(caller, { bot_exc_id, node_id, lane, part }) {
    const run = await requireRun(deps, caller, bot_exc_id);
    const result = await findNodeResult(deps.db, run, node_id, lane);
    if (!result) throw notFound('result');
    const resultFilter = await createResultFilter(deps.db, caller, run);
    return readNodeResult(deps.files, (one) => resultFilter(node_id, one), result, part);
  },

  async listLanes(caller, { bot_exc_id, node_id, lane, index, state, ...request }) {
    const run = await requireRun(deps, caller, bot_exc_id);
    const page = await readLanePage(deps.db, run, { node_id, lane, index, state }, request);
    const resultFilter = await createResultFilter(deps.db, caller, run);
    const items = page.items.map((one) => ({
      ...one,
      results: filterResults(resultFilter, one.results),
    }));
    return { ...page, items };
  },

  startExecution: startExecution(deps),
  abortExecution: abortExecution(deps),

  async resumeExecution(caller, { bot_exc_id, iteration, ...options }) {
    const run = await requireRun(deps, caller, bot_exc_id);
    const id = await resumeRun(deps, run, caller, { only: iteration, ...options });
    return viewFor(deps, caller, await requireRun(deps, caller, id));
  },

  async replayExecution(caller, { bot_exc_id }) {
    const id = await replayRun(deps, await requireRun(deps, caller, bot_exc_id), caller.user_id);
    return viewFor(deps, caller, await requireRun(deps, caller, id));
  },

  testNode: testNodeCall(deps),
});
