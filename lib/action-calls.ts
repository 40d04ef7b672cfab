import type { actionRoutes } from './domain/actions/action.routes.ts';
import { type ActionDeps, actionService } from './domain/actions/action.service.ts';
import { findBotsUsingAction } from './domain/bots/action-use.service.ts';
import type { Service } from './kernel/route.ts';

export type ActionCallDeps = Omit<ActionDeps, 'botsRunning' | 'writeText'>;

/** Loaded on first use: the YAML library is large, and few calls write a file. */
const loadBotText = () => import('./domain/bots/bot-text.rules.ts');

/**
 * The service of actions, given what it needs from the area `bots` above it: which bots run an
 * action, and how files are written.
 */
export const actionCalls = (deps: ActionCallDeps): Service<typeof actionRoutes> =>
  actionService({
    ...deps,
    botsRunning: findBotsUsingAction(deps.db),
    writeText: async (...args) => (await loadBotText()).writeText(...args),
  });
