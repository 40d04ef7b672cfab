import type { actionRoutes } from './domain/actions/action.routes.ts';
import { type ActionDeps, actionService } from './domain/actions/action.service.ts';
import { botsRunning } from './domain/bots/action-use.service.ts';
import type { Service } from './kernel/route.ts';

export type ActionCallDeps = Omit<ActionDeps, 'botsRunning'>;

/** Every call about actions, with the bots that run them: bots are an area above actions. */
export const actionCalls = (deps: ActionCallDeps): Service<typeof actionRoutes> =>
  actionService({ ...deps, botsRunning: botsRunning(deps.db) });
