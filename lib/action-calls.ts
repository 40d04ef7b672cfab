import type { actionRoutes } from './domain/actions/action.routes.ts';
import { type ActionDeps, actionService } from './domain/actions/action.service.ts';
import { botsRunning } from './domain/bots/action-use.service.ts';
import type { Service } from './kernel/route.ts';

export type ActionCallDeps = Omit<ActionDeps, 'botsRunning' | 'writeText'>;

/** Loaded where a file is written, as few calls do: the YAML library is large. */
const texts = () => import('./domain/bots/bot-text.rules.ts');

/**
 * Every call about actions, with what the area of bots above it knows: which of them run an
 * action, and how files are written.
 */
export const actionCalls = (deps: ActionCallDeps): Service<typeof actionRoutes> =>
  actionService({
    ...deps,
    botsRunning: botsRunning(deps.db),
    writeText: async (...asked) => (await texts()).writeText(...asked),
  });
