import { agentRoutes } from '#lib/domain/agents/agent.routes.ts';
import { agentService } from '#lib/domain/agents/agent.service.ts';
import { apiHandler, knowingSite } from '../api-handler.ts';
import { agentRelease } from '../deps/agent-release.ts';
import { api } from '../deps/api.ts';
import { calledSite as site } from '../deps/called-site.ts';
import { db } from '../deps/database.ts';
import { hashKey } from '../deps/hash-key.ts';
import { clock, environment } from '../deps/process.ts';

const webhookUrl = environment('WEBHOOK_URL');
const service = agentService({ db, clock, hashKey, site, webhookUrl, agentRelease });

export const handler = knowingSite(site, apiHandler(agentRoutes, service, api));
