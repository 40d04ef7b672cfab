import { type BotDeps, botService } from './domain/bots/bot.service.ts';
import type { botRoutes } from './domain/bots/bot.routes.ts';
import { type CostDeps, costCalls } from './domain/costs/cost.service.ts';
import { countUnderWay } from './domain/executions/runs/open-run.store.ts';
import { type DropDeps, dropQueued } from './domain/executions/slots/slots.service.ts';
import type { Service } from './kernel/route.ts';

export type BotCallDeps = Omit<BotDeps, 'runs'> & CostDeps & DropDeps;

/** Every call about bots, with what the areas above bots know of their runs and costs. */
export const botCalls = (deps: BotCallDeps): Service<typeof botRoutes> => {
  const runs: BotDeps['runs'] = {
    countUnderWay: (bot) => countUnderWay(deps.db, bot),
    dropQueued: (bot, why) => dropQueued(deps, bot, why),
  };
  return { ...botService({ ...deps, runs }), ...costCalls(deps) };
};
