import { agentRoutes } from '#lib/domain/agents/agent.routes.ts';
import { agentService } from '#lib/domain/agents/agent.service.ts';
import { apiHandler, withSiteUrl } from '../api-handler.ts';
import { agentRelease } from '../deps/agent-release.ts';
import { api } from '../deps/api.ts';
import { siteOfCall as site } from '../deps/site-of-call.ts';
import { db } from '../deps/database.ts';
import { hashKey } from '../deps/hash-key.ts';
import { clock, environment } from '../deps/process.ts';

const webhookUrl = environment('WEBHOOK_URL');
const service = agentService({ db, clock, hashKey, site, webhookUrl, agentRelease });

export const handler = withSiteUrl(site, apiHandler(agentRoutes, service, api));
