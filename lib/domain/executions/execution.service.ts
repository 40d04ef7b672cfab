import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { containsText } from '#lib/kernel/lists.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Runner } from '#lib/ports/runner.ts';
import type { Graph, Problem } from '../bots/bot.schema.ts';
import { triggerOf } from '../bots/bot.rules.ts';
import { refuseProblems } from '../bots/bot.service.ts';
import { botStore, botVersionStore } from '../bots/bot.store.ts';
import { closeRun } from './close.service.ts';
import type { executionRoutes } from './execution.routes.ts';
import type { Execution, ExecutionSummary, ExecutionView } from './execution.schema.ts';
import { executionStore } from './execution.store.ts';
import { startRun } from './start.service.ts';

export type ExecutionDeps = {
  db: Database;
  clock: Clock;
  files: Files;
  runner: Runner;
  realtime: Realtime;
  check: (graph: Graph) => Problem[];
};

type Call<K extends keyof typeof executionRoutes> = Service<typeof executionRoutes>[K];

const view = (run: Execution): ExecutionView => {
  const { tenant_id, bot_key, inline_bytes, open, outbox, waits, ...shown } = run;
  return { ...shown, waits: Object.values(waits) };
};

const summary = (run: Execution): ExecutionSummary => {
  const { results, input, waits, ...shown } = view(run);
  return shown;
};

const find = async (deps: ExecutionDeps, caller: Caller, id: string): Promise<Execution> => {
  const found = await executionStore(deps.db, caller.tenant_id).get(id);
  if (!found) throw notFound('run');
  return found;
};

/** The version to run, after it passed every check that stands between a click and a run. */
const runnable = async (
  deps: ExecutionDeps,
  { tenant_id }: Caller,
  { bot_id, version }: { bot_id: string; version?: number | undefined },
) => {
  const bot = await botStore(deps.db, tenant_id).get(bot_id);
  if (!bot) throw notFound('bot');
  const wanted = version ?? bot.published_version;
  if (wanted === undefined) throw badRequest('Publish a version of this bot first.');
  const found = await botVersionStore(deps.db, tenant_id).get(bot_id, wanted);
  if (!found) throw notFound('version');
  refuseProblems(deps.check(found.graph));
  if (triggerOf(found.graph).trigger_type === 'event_driven') {
    throw badRequest('An event-driven bot cannot be run now: it runs when its listener is called.');
  }
  return { bot, version: wanted };
};

const startExecution =
  (deps: ExecutionDeps): Call<'startExecution'> =>
  async (caller, { bot_id, version, input }) => {
    if (input && Buffer.byteLength(JSON.stringify(input)) > limits.inlineResult) {
      throw badRequest('The input is larger than 32 KB. Let the bot fetch it instead.');
    }
    const chosen = await runnable(deps, caller, { bot_id, version });
    const now = deps.clock();
    const _id = timedId('exc', now);
    const trigger = { type: 'manual' as const, user_id: caller.user_id };
    await startRun(deps, chosen.bot, { _id, trigger, input, version: chosen.version });
    return view(await find(deps, caller, _id));
  };

const abortExecution =
  (deps: ExecutionDeps): Call<'abortExecution'> =>
  async (caller, { bot_exc_id }) => {
    const run = await find(deps, caller, bot_exc_id);
    const cause = `Aborted by ${caller.user_id}.`;
    const closed = await closeRun(deps, run, { state: 'CANCELLED', cause, now: deps.clock() });
    if (!closed) throw conflict('This run has ended already.');
    return view(await find(deps, caller, bot_exc_id));
  };

/** Calls on runs, one function a route. */
export const executionService = (deps: ExecutionDeps): Service<typeof executionRoutes> => ({
  async listExecutions(caller, { bot_id, bot_name, state, ...request }) {
    const store = executionStore(deps.db, caller.tenant_id);
    const scope = [bot_id, bot_name, state];
    const filtered = bot_name !== undefined || state !== undefined;
    const accept = filtered
      ? (run: Execution) => (!state || run.state === state) && containsText(run.bot_name, bot_name)
      : undefined;
    const page = bot_id
      ? await store.pageOfBot(bot_id, request, scope, accept)
      : await store.page(request, scope, accept);
    return { ...page, items: page.items.map(summary) };
  },

  getExecution: async (caller, { bot_exc_id }) => view(await find(deps, caller, bot_exc_id)),

  async getNodeResult(caller, { bot_exc_id, node_id }) {
    const { results } = await find(deps, caller, bot_exc_id);
    const result = Object.hasOwn(results, node_id) ? results[node_id] : undefined;
    if (!result) throw notFound('result');
    if (!result.output_ref) return result;
    const text = await deps.files.get(result.output_ref);
    return { ...result, output: text === undefined ? undefined : JSON.parse(text) };
  },

  startExecution: startExecution(deps),
  abortExecution: abortExecution(deps),
});
