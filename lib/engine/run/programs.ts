import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { awsRights } from '../aws-rights.ts';
import { check } from '../check.ts';
import type { EngineDeps } from '../deps.ts';
import { ownActionsIn } from '../own-actions.ts';
import { type Program, programOf } from '../plan.ts';
import { type CostOf, runCostOf } from './run-cost.ts';

/** A version of a bot made ready to run, or why it cannot. */
export type Loaded =
  | { program: Program; costOf: CostOf }
  | { problem: string };

const cacheSize = 200;

/**
 * Reads what a run runs. A version never changes, so it is read and checked once; what its actions
 * have become since is looked at when their nodes begin.
 */
export const programs = ({ db, ownAction }: Pick<EngineDeps, 'db' | 'ownAction'>) => {
  const cache = new Map<string, Loaded>();

  const load = async ({ tenant_id, bot_id, version }: Execution): Promise<Loaded> => {
    const found = await botVersionStore(db, tenant_id).get(bot_id, version);
    if (!found || found.outline) {
      return { problem: `Version ${version} of this bot no longer exists.` };
    }
    const own = await ownActionsIn(ownAction, tenant_id, found.graph);
    const [problem] = check(found.graph, own);
    if (problem) {
      return { problem: `Version ${version} of this bot cannot run. ${problem.message}` };
    }
    // A version that nobody published may do what it says now: whoever runs it has seen it.
    const rights = found.aws_rights ?? (await awsRights(found.graph, own));
    const program = { ...programOf(found.graph), rights };
    return { program, costOf: runCostOf(found.graph) };
  };

  return async (run: Execution): Promise<Loaded> => {
    const key = `${run.tenant_id}#${run.bot_id}#${run.version}`;
    const loaded = cache.get(key) ?? (await load(run));
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    if ('program' in loaded) cache.set(key, loaded);
    return loaded;
  };
};
