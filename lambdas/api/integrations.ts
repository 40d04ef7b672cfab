import { integrationAgents } from '#lib/domain/agents/integration-agents.service.ts';
import { integrationRoutes } from '#lib/domain/integrations/integration.routes.ts';
import { integrationService } from '#lib/domain/integrations/integration.service.ts';
import { findScanSchedule } from '#lib/domain/inventory/schedules/find-scan-schedule.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { aws } from '../deps/aws.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { mail } from '../deps/mail.ts';
import { clock, environment } from '../deps/process.ts';
import { secrets } from '../deps/secrets.ts';

const support = { email: environment('SUPPORT_EMAIL') };

const service = integrationService({
  db,
  secrets,
  bus,
  mail,
  clock,
  support,
  aws,
  agentsOf: integrationAgents({ db, clock }),
  // Loaded on first use: nothing else here needs the area of bots.
  botsWith: async (...args) => (await import('../deps/loaded/bots-with.ts')).botsWith(...args),
  forget: async (tenantId, accountId) =>
    (await import('../deps/loaded/forget.ts')).forget(tenantId, accountId),
  scansOf: findScanSchedule(db),
});

export const handler = apiHandler(integrationRoutes, service, api);
