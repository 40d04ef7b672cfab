import type { Caller } from '#lib/kernel/caller.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
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
import { readResultsWithBranches } from './lanes/lane-view.service.ts';
import { readChosenEvent } from './runs/chosen-event.service.ts';
import { refuseDraft, type RestartDeps, startOrRefuse } from './runs/restart.service.ts';

/** What starting, reading and ending a run needs; the service portal does nothing else. */
export type RunDeps = RestartDeps & CloseDeps;

type Call<K extends keyof typeof executionRoutes> = Service<typeof executionRoutes>[K];

const view = (run: Execution): ExecutionView => {
  const { tenant_id, bot_key, inline_bytes, waits, ...rest } = run;
  const { open, slot, queue_at, outbox, ...visibleFields } = rest;
  // Waits of lanes may be left over from the moment when the run ended.
  return { ...visibleFields, waits: isFinal(run.state) ? [] : Object.values(waits) };
};

/** A run with the results that the caller may see. */
export const viewFor = async ({ db }: RunDeps, caller: Caller, run: Execution) => {
  const resultFilter = await createResultFilter(db, caller, run);
  return view({ ...run, results: filterResults(resultFilter, run.results) });
};

/** Names of a run's nodes by id if its bot was deleted; undefined otherwise. */
const namesWithoutBot = async (
  { db }: RunDeps,
  { tenant_id, bot_id, version }: Execution,
): Promise<Record<string, string> | undefined> => {
  if (await botStore(db, tenant_id).get(bot_id)) return undefined;
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  return found && Object.fromEntries(found.graph.nodes.map(({ id, name }) => [id, name]));
};

/** Throws 404 if the caller's organisation has no such run. */
export const requireRun = async (deps: RunDeps, caller: Caller, id: string): Promise<Execution> => {
  const found = await executionStore(deps.db, caller.tenant_id).get(id);
  if (!found) throw notFound('run');
  return found;
};

type StartInput = Parameters<Call<'startExecution'>>[1];

/** Returns the bot and version to run; throws a refusal if a check before a manual start fails. */
const requireRunnable = async (
  deps: RunDeps,
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
  deps: RunDeps,
  caller: Caller,
  request: StartInput,
): Promise<void> => {
  await requireRunnable(deps, caller, request);
  if (request.event) await readChosenEvent(deps, caller, request.event);
  if (!request.dry_run) await refuseBeyondPlan(deps.db, caller.tenant_id, deps.clock());
};

/** Starts a run by hand; throws a refusal if a check before the start fails. */
export const startExecution =
  (deps: RunDeps): Call<'startExecution'> =>
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

/** Ends a run, with what it waits for; throws 409 if it has ended. */
export const abortExecution =
  (deps: RunDeps): Call<'abortExecution'> =>
  async (caller, { bot_exc_id }) => {
    const run = await requireRun(deps, caller, bot_exc_id);
    const cause = `Aborted by ${caller.user_id}.`;
    const closed = await closeRun(deps, run, { state: 'CANCELLED', cause, now: deps.clock() });
    if (!closed) throw conflict('This run has ended already.');
    return viewFor(deps, caller, await requireRun(deps, caller, bot_exc_id));
  };

/** A run with the results of its branches, as far as the caller may see them. */
export const getExecution =
  (deps: RunDeps): Call<'getExecution'> =>
  async (caller, { bot_exc_id }) => {
    const run = await requireRun(deps, caller, bot_exc_id);
    const [results, names] = await Promise.all([
      readResultsWithBranches(deps.db, run),
      namesWithoutBot(deps, run),
    ]);
    return { ...(await viewFor(deps, caller, { ...run, results })), ...(names && { names }) };
  };
