import type { Database } from '#lib/kernel/database.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { botRoutes } from '../bots/bot.routes.ts';
import type { Graph } from '../bots/bot.schema.ts';
import { botStore, botVersionStore } from '../bots/bot.store.ts';
import type { Usage } from './cost.rules.ts';
import { type Cost, maxRunsExamined } from '../bots/cost.schema.ts';
import type { RunRecord } from './run-record.schema.ts';
import { runRecordStore } from './run-record.store.ts';

export type CostDeps = {
  db: Database;
  /** Reads what a run of a graph has used from its record: the engine's `recordedUsage`. */
  recordedUsage: (graph: Graph) => MaybePromise<(run: RunRecord) => Usage>;
};

/** Loaded when costs are calculated, which few calls do. */
const loadCostRules = async () => {
  const [{ runCost }, { costsOf, isRepresentative }, { modelCostsOf }] = await Promise.all([
    import('./cost.rules.ts'),
    import('./history.rules.ts'),
    import('./model-history.rules.ts'),
  ]);
  return { runCost, costsOf, isPlain: isRepresentative, modelCostsOf };
};

/** What a bot's real runs cost; runs of versions that no longer exist are left out. */
export const costCalls = ({
  db,
  recordedUsage,
}: CostDeps): Pick<Service<typeof botRoutes>, 'getBotCost'> => ({
  async getBotCost({ tenant_id }, { bot_id }) {
    if (!(await botStore(db, tenant_id).get(bot_id))) throw notFound('bot');
    const { runCost, costsOf, isPlain, modelCostsOf } = await loadCostRules();
    const ended = await runRecordStore(db, tenant_id).newestEnded(bot_id, maxRunsExamined);
    const runs = ended.filter(isPlain);
    const models = modelCostsOf(runs);
    const byVersion = Map.groupBy(runs, ({ version }) => version);
    const costs: { version: number; cost: Cost }[] = [];
    for (const [version, ofVersion] of byVersion) {
      const found = await botVersionStore(db, tenant_id).get(bot_id, version);
      if (!found) continue;
      const usageOf = await recordedUsage(found.graph);
      costs.push(...ofVersion.map((run) => ({ version, cost: runCost(usageOf(run)) })));
    }
    return { ...costsOf(costs), ...(models && { models }) };
  },
});
