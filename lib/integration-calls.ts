import { botsWith } from './domain/bots/bots-with.service.ts';
import { scansOf } from './domain/inventory/schedules/scans-of.service.ts';
import type { integrationRoutes } from './domain/integrations/integration.routes.ts';
import {
  type IntegrationDeps,
  integrationService,
} from './domain/integrations/integration.service.ts';
import type { Service } from './kernel/route.ts';

export type IntegrationCallDeps = Omit<IntegrationDeps, 'botsWith' | 'scansOf'>;

/** Every call about integrations, with the bots and scans that use them: areas above them. */
export const integrationCalls = (deps: IntegrationCallDeps): Service<typeof integrationRoutes> =>
  integrationService({ ...deps, botsWith: botsWith(deps.db), scansOf: scansOf(deps.db) });
