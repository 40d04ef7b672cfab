import { type BotDeps, botService } from './domain/bots/bot.service.ts';
import type { botRoutes } from './domain/bots/bot.routes.ts';
import { type CostDeps, costCalls } from './domain/costs/cost.service.ts';
import { countUnderWay } from './domain/executions/runs/open-run.store.ts';
import { type DropDeps, dropQueued } from './domain/executions/slots/slots.service.ts';
import type { Service } from './kernel/route.ts';

export type BotCallDeps = Omit<BotDeps, 'runs' | 'unknownRules'> & CostDeps & DropDeps;

/** The service of bots, given what it needs from areas above it about their runs and costs. */
export const botCalls = (deps: BotCallDeps): Service<typeof botRoutes> => {
  const runs: BotDeps['runs'] = {
    countUnderWay: (bot) => countUnderWay(deps.db, bot),
    dropQueued: (bot, reason) => dropQueued(deps, bot, reason),
  };
  // Loaded on first use: most calls about bots need no rules.
  const unknownRules: BotDeps['unknownRules'] = async (tenantId, ids) =>
    (await import('./domain/compliance/own/all-rules.service.ts')).unknownRules(
      deps.db,
      tenantId,
      ids,
    );
  return { ...botService({ ...deps, runs, unknownRules }), ...costCalls(deps) };
};
