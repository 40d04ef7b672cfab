// All handlers of HTTP requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiHandler } from '#lambdas/api-handler.ts';
import { answerAgentCall } from '#lambdas/agent-handler.ts';
import { answerWebhook } from '#lambdas/webhook-handler.ts';
import { answerAgent } from '#lib/domain/agents/calls/agent-call.service.ts';
import { proveIdentity, readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { createListenerOpener } from '#lib/domain/listeners/opened-listeners.ts';
import { backlogLimit, combineLimits, tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { refusedCallRecorder } from '#lib/domain/listeners/refused-call.service.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { closeUnauthorised } from '#lib/domain/ws/listening.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Routes, Service } from '#lib/kernel/route.ts';
import { outageOf } from '#lib/local/write-failure.ts';
import { apiDispatch, type ServedArea } from '#lib/local/http/api-dispatch.ts';
import { agentMount, apiMount, webhookMount } from '#lib/local/http/api-mount.ts';
import { callerAddress } from '#lib/local/http/caller-address.ts';
import { documentMount } from '#lib/local/http/document-mount.ts';
import { healthMount } from '#lib/local/http/health-mount.ts';
import { identityMount } from '#lib/local/http/identity-mount.ts';
import { licensedMount } from '#lib/local/http/licensed-mount.ts';
import { mcpMount } from '#lib/local/http/mcp-mount.ts';
import { configMount, siteMount } from '#lib/local/http/site-mount.ts';
import { sampleTarget } from '#lib/local/sample-target.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import type { Services } from '#lib/services.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import { poolId, type Stores } from './stores.ts';

const versionIn = (root: string): string =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** Built on demand, to keep the start fast. */
const openApi = (root: string) => async () =>
  (await import('#lib/openapi.ts')).openApiDocument(versionIn(root));

/** All handlers, in the order in which they are tried for a request. */
export const mountsOf = (context: Context, stores: Stores, engine: Engine, services: Services) => {
  const { root, clock, log, settings } = context;
  const { db, files, secrets, realtime, identity, verifyToken, hashKey } = stores;
  const trail = auditTrail({ db, clock, log });
  const api = {
    readCaller: readCaller({ db, clock }),
    readRoots: readRoots({ db }),
    trail,
    closeStrangers: closeUnauthorised({ db, clock, sockets: realtime, channels: realtimeChannels }),
    log,
    outage: outageOf,
  };
  const served = (area: Area): ServedArea => {
    const routes: Routes = allRoutes[area];
    return { routes, handler: apiHandler(routes, services[area] as Service<Routes>, api) };
  };
  const addressOf = callerAddress(settings.TRUSTED_PROXIES);
  const areas = Object.keys(allRoutes).map((area) => served(area as Area));
  const dispatch = apiDispatch(areas);
  const prove = proveIdentity({ db, clock, verifyToken, hashKey, log });
  const openListener = createListenerOpener({ db, secrets, clock });
  const mayAccept = combineLimits(
    backlogLimit(engine.bus.wait, limits.listenerBacklog),
    tokenBuckets(limits.listenerRate, limits.listenerBurst),
  );
  const limited = { mayAccept, noteRefused: refusedCallRecorder(db) };
  const webhooks = { db, files, bus: engine.bus, realtime, clock, openListener, ...limited };
  const { jobs, bell } = engine;
  const ms = settings.AGENT_HOLD * 1000;
  const hold = { ms, listen: bell.listen };
  const agentCalls = { db, clock, hashKey, jobs, ...(ms > 0 && { hold }) };
  return [
    agentMount(answerAgentCall(answerAgent(agentCalls), log, outageOf), addressOf),
    webhookMount(answerWebhook(receiveWebhook(webhooks), log, outageOf)),
    mcpMount({ dispatch, prove, addressOf, version: () => versionIn(root) }),
    apiMount(dispatch, prove, addressOf),
    identityMount(identity, poolId, addressOf),
    healthMount(db.prove),
    documentMount('/openapi.json', openApi(root)),
    sampleTarget(db.file, clock),
    configMount(stores.config),
    licensedMount(settings.HIGHCHARTS_FILE),
    siteMount(join(root, 'dist', 'web')),
  ];
};
