import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { createResultFilter, filterResults } from './visible-results.service.ts';
import type { executionRoutes } from './execution.routes.ts';
import { historyCalls } from './history/history.service.ts';
import { findNodeResult, readLanePage } from './lanes/lane-view.service.ts';
import { readNodeResult } from './read-result.service.ts';
import {
  abortExecution,
  getExecution,
  requireRun,
  type RunDeps,
  startExecution,
  viewFor,
} from './run.service.ts';
import { type NodeTestDeps, testNodeCall } from './runs/node-test.service.ts';
import { replayRun, resumeRun } from './runs/restart.service.ts';
import { statisticsCalls } from './history/statistics.service.ts';

export type ExecutionDeps = RunDeps & NodeTestDeps & { runner: Runner };

/** Calls on runs, one function per route. */
export const executionService = (deps: ExecutionDeps): Service<typeof executionRoutes> => ({
  ...historyCalls(deps),

  ...statisticsCalls(deps),

  getExecution: getExecution(deps),
  startExecution: startExecution(deps),
  abortExecution: abortExecution(deps),

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
