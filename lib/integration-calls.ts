import { findBotsUsingIntegration } from './domain/bots/integration-bots.service.ts';
import { findScanSchedule } from './domain/inventory/schedules/find-scan-schedule.service.ts';
import type { integrationRoutes } from './domain/integrations/integration.routes.ts';
import {
  type IntegrationDeps,
  integrationService,
} from './domain/integrations/integration.service.ts';
import type { Service } from './kernel/route.ts';

export type IntegrationCallDeps = Omit<IntegrationDeps, 'botsWith' | 'scansOf'>;

/** The service of integrations, given the bots and scans that use them, from areas above it. */
export const integrationCalls = (deps: IntegrationCallDeps): Service<typeof integrationRoutes> =>
  integrationService({
    ...deps,
    botsWith: findBotsUsingIntegration(deps.db),
    scansOf: findScanSchedule(deps.db),
  });
