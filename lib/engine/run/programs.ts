import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { awsRights } from '../aws-rights.ts';
import { checkAtRunStart } from '../check.ts';
import type { EngineDeps } from '../deps.ts';
import { ownActionsIn } from '../own-actions.ts';
import { type Program, programOf } from '../plan.ts';
import { type CostOf, runCostOf } from './run-cost.ts';

/** A version of a bot ready to run, or the reason why it cannot. */
export type LoadedProgram = { program: Program; costOf: CostOf } | { problem: string };

const cacheSize = 200;

type CachedProgram = Extract<LoadedProgram, { program: Program }> & {
  graph: Graph;
  /** By the graph and its own actions as loaded; the calls of an action may change later. */
  mayCallAws: boolean;
};

/**
 * Loads the program of a run. The graph of a version never changes, so it is read and checked once;
 * changes of its actions are checked when their nodes begin. The AWS calls that a version may make
 * change with each publishing, so they are read every time.
 */
export const createProgramLoader = ({ db, ownAction }: Pick<EngineDeps, 'db' | 'ownAction'>) => {
  const cache = new Map<string, CachedProgram>();

  const load = async ({
    tenant_id,
    bot_id,
    version,
  }: Execution): Promise<LoadedProgram | CachedProgram> => {
    const found = await botVersionStore(db, tenant_id).get(bot_id, version);
    if (!found || found.outline) {
      return { problem: `Version ${version} of this bot no longer exists.` };
    }
    const { graph } = found;
    const [problem] = checkAtRunStart(graph);
    if (problem) {
      return { problem: `Version ${version} of this bot cannot run. ${problem.message}` };
    }
    const ownActions = await ownActionsIn(ownAction, tenant_id, graph);
    // An unpublished version has the rights that it needs now: the person who runs it has seen it.
    const currentRights = await awsRights(graph, ownActions);
    const program = { ...programOf(graph), rights: found.aws_rights ?? currentRights };
    const mayCallAws = ownActions.length > 0 || currentRights.length > 0;
    return { program, costOf: runCostOf(graph), graph, mayCallAws };
  };

  const withRights = async (cached: CachedProgram, run: Execution): Promise<LoadedProgram> => {
    const { tenant_id, bot_id, version } = run;
    const storedRights = await botVersionStore(db, tenant_id).rights(bot_id, version);
    const readCurrentRights = async () =>
      awsRights(cached.graph, await ownActionsIn(ownAction, tenant_id, cached.graph));
    return {
      ...cached,
      program: { ...cached.program, rights: storedRights ?? (await readCurrentRights()) },
    };
  };

  return async (run: Execution): Promise<LoadedProgram> => {
    const key = `${run.tenant_id}#${run.bot_id}#${run.version}`;
    const cached = cache.get(key);
    if (cached) return cached.mayCallAws ? withRights(cached, run) : cached;
    const loaded = await load(run);
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    if ('graph' in loaded) cache.set(key, loaded);
    return loaded;
  };
};
