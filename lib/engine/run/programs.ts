import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { Database } from '#lib/kernel/database.ts';
import { check } from '../check.ts';
import { type GraphView, viewOf } from '../graph.ts';

/** A version of a bot made ready to run, or why it cannot. */
export type Program = { view: GraphView } | { problem: string };

const cacheSize = 200;

/** Reads what a run runs. A version never changes, so it is read and checked once. */
export const programs = (db: Database) => {
  const cache = new Map<string, Program>();

  const load = async ({ tenant_id, bot_id, version }: Execution): Promise<Program> => {
    const found = await botVersionStore(db, tenant_id).get(bot_id, version);
    if (!found) return { problem: `Version ${version} of this bot no longer exists.` };
    const [problem] = check(found.graph);
    if (!problem) return { view: viewOf(found.graph) };
    return { problem: `Version ${version} of this bot cannot run. ${problem.message}` };
  };

  return async (run: Execution): Promise<Program> => {
    const key = `${run.tenant_id}#${run.bot_id}#${run.version}`;
    const program = cache.get(key) ?? (await load(run));
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    if ('view' in program) cache.set(key, program);
    return program;
  };
};
