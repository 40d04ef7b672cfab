// The whole product in one process: the composition root of the embedded edition.
import { hkdfSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { auditActions } from '#lib/audit-actions.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { proveIdentity, readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { openCredential } from '#lib/domain/credentials/opened-credential.ts';
import { removeOrphans } from '#lib/domain/executions/orphans.service.ts';
import { closeStopped } from '#lib/domain/executions/stopped.service.ts';
import { sweep } from '#lib/domain/executions/sweep.service.ts';
import { openedListeners } from '#lib/domain/listeners/opened-listeners.ts';
import { parkFact } from '#lib/domain/listeners/parked.service.ts';
import { tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { foundOrganisation } from '#lib/domain/onboarding/sign-up.service.ts';
import { scheduleFired } from '#lib/domain/schedules/fired.service.ts';
import { reconcileSchedules } from '#lib/domain/schedules/reconcile.service.ts';
import { closeStrangers } from '#lib/domain/ws/listening.service.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { advance } from '#lib/engine/run.ts';
import { check } from '#lib/engine/check.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { problemOf } from '#lib/engine/expression.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { matches } from '#lib/engine/pattern.ts';
import { lost, pause } from '#lib/engine/pause.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { testNode } from '#lib/engine/test-node.ts';
import { factHandler } from '#lib/facts.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Routes, Service } from '#lib/kernel/route.ts';
import { createLog, type Log } from '#lib/kernel/log.ts';
import { openBus } from '#lib/local/bus.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openDatabase } from '#lib/local/database.ts';
import { openFiles } from '#lib/local/files.ts';
import { documentMount } from '#lib/local/http/document-mount.ts';
import { healthMount } from '#lib/local/http/health-mount.ts';
import { apiMount, type ServedArea, webhookMount } from '#lib/local/http/api-mount.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { identityMount } from '#lib/local/http/identity-mount.ts';
import { configMount, siteMount } from '#lib/local/http/site-mount.ts';
import { socketServer } from '#lib/local/http/socket-server.ts';
import { openIdentity } from '#lib/local/identity/identity.ts';
import { readKeyFile } from '#lib/local/key-file.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { lockFolder } from '#lib/local/lock.ts';
import { openMail } from '#lib/local/mail.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { type EmbeddedRunner, openRunner } from '#lib/local/runner/runner.ts';
import { substitute } from '#lib/local/runner/substitute.ts';
import { sampleTarget } from '#lib/local/sample-target.ts';
import { openScheduler } from '#lib/local/scheduler.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import { stoppedRuns } from '#lib/local/stopped-runs.ts';
import { openTicker } from '#lib/local/ticker.ts';
import { permissions } from '#lib/permissions.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import { serviceOf } from '#lib/services.ts';
import { tables } from '#lib/tables.ts';
import { apiHandler } from '#lambdas/api-handler.ts';
import { webhookHandler } from '#lambdas/webhook-handler.ts';
import { addressOf, announce } from './announce.ts';
import { buildWhereStale } from './console-build.ts';
import { firstStart } from './first-start.ts';
import { callableBy, readSettings, type Settings } from './settings.ts';

const root = join(import.meta.dirname, '..');
const poolId = 'local_Cloudwarden';
const clientId = 'cloudwarden-console';
const clock = () => Date.now();

/** Keys for single purposes, all made from the one in the key file. */
const derive = (master: Buffer, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', master, '', purpose, 32)).toString('hex');

/** Opens what holds data: the adapters of every port, without the engine that ties them. */
const openStores = async (settings: Settings, publicUrl: string, log: Log) => {
  const folder = resolve(settings.DATA_DIR);
  // With data already sealed, a new key would make it unreadable.
  const create = !existsSync(join(folder, 'ledger.db'));
  const keyFile = { path: settings.KEY_FILE ?? `${folder}.key`, create };
  const secrets = openSecrets(keyFile);
  const master = readKeyFile(keyFile);
  const ledger = openLedger(join(folder, 'ledger.db'));
  const db = await openDatabase({
    folder: join(folder, 'database'),
    worker: new URL('../lib/local/dynalite-worker.ts', import.meta.url),
    tables,
    cursorKey: derive(master, 'cursors'),
  });
  const mail = openMail(folder, clock);
  const issuer = `${publicUrl}/identity/${poolId}`;
  const identity = openIdentity({
    database: ledger,
    clock,
    log,
    issuer,
    poolId,
    clientId,
    mail: (to, subject, text) => mail.send({ to: [to], subject, text }),
    sealingKey: Buffer.from(derive(master, 'identity'), 'hex'),
    ...(settings.EDITION === 'saas' && { foundOrganisation: foundOrganisation({ db, clock }) }),
  });
  const verifyToken = tokenVerifier({ issuer, clientId, jwks: identity.jwks(), clock });
  const hashKey = derive(master, 'api keys');
  const files = openFiles(folder);
  const realtime = openRealtime({ clock });
  const pool = { userPoolId: poolId, userPoolClientId: clientId };
  const { EDITION: edition, NOTICE: notice } = settings;
  const config = { ...pool, edition, webhookUrl: publicUrl, ...(notice && { notice }) };
  const opened = { folder, secrets, ledger, db, mail, identity, config };
  return { ...opened, verifyToken, hashKey, files, realtime };
};

type Stores = Awaited<ReturnType<typeof openStores>>;

/** The bot engine with the machine that drives it and the bus that feeds it. */
const openEngine = (stores: Stores, settings: Settings, publicUrl: string, log: Log) => {
  const { db, ledger, files, mail, realtime, secrets } = stores;
  const ownAddress = new URL(publicUrl).host;
  const python = openPython(sandboxFiles(root));
  const engine = {
    db,
    files,
    realtime,
    // It is opened after the runner, which hands it facts.
    bus: { publish: (facts: Fact[]) => bus.publish(facts) },
    clock,
    log,
    site: { url: publicUrl },
    mail,
    python,
    credential: openCredential({ db, secrets }),
    // The sample bot calls the sample target, which this server is.
    outgoing: outgoing(callableBy(settings, ownAddress)),
  };
  const definition = JSON.parse(readFileSync(join(root, 'statemachines/bot-run.asl.json'), 'utf8'));
  const names = { EngineAdvance: 'advance', EnginePause: 'pause', EngineFail: 'fail' };
  const stopped = stoppedRuns({ db, log, close: closeStopped(engine) });
  const runner: EmbeddedRunner = openRunner({
    database: ledger,
    definition: substitute(definition, names),
    functions: {
      advance: advance(engine),
      pause: pause({ ...engine, mail, resume: (token) => runner.resume(token) }),
      fail: lost(engine),
    },
    clock,
    onEnded: stopped.onEnded,
  });
  const starting = { db, clock, files, runner, evaluateKey };
  const handle = factHandler({ ...starting, log, site: engine.site });
  const onParked = parkFact({ db, clock, log });
  const bus = openBus({ database: ledger, clock, log, handle, onParked });
  const handleTick = scheduleFired({ ...starting, log });
  const scheduler = openScheduler({ database: ledger, clock, log, handle: handleTick });
  const ticker = openTicker({ log });
  const start = () => {
    runner.recover();
    bus.start();
    scheduler.start();
    ticker.every('schedules', 3600_000, reconcileSchedules({ db, scheduler, clock, log }));
    ticker.every('stopped', 3600_000, stopped.check(runner));
    ticker.every('orphans', 3600_000, removeOrphans({ db, runner, clock, log }));
    const listening = { db, clock, sockets: realtime, channels: realtimeChannels };
    ticker.every('sockets', 30_000, closeStrangers(listening));
    const swept = { db, runner, realtime, bus, clock };
    ticker.every('sweep', 60_000, sweep(swept));
    return sweep(swept, 0)();
  };
  const drain = async (ms: number) => {
    const parts = [ticker, scheduler, bus, runner];
    await Promise.all(parts.map((part) => part.drain(ms)));
    python.close();
  };
  return { runner, bus, scheduler, testNode: testNode(engine), start, drain };
};

type Engine = ReturnType<typeof openEngine>;

/** One service an area. */
const openServices = (stores: Stores, engine: Engine, publicUrl: string, log: Log) => {
  const { db, files, secrets, realtime, mail, hashKey } = stores;
  const identity = stores.identity.admin;
  const site = { url: publicUrl };
  const { runner, bus, scheduler, testNode } = engine;
  const ports = { db, clock, files, secrets, realtime, runner, bus, scheduler, testNode };
  const people = { log, identity, mail, site, hashKey, permissions, auditActions };
  const deps = {
    ...ports,
    ...people,
    check,
    recordedUsage,
    problemOf,
    evaluateKey,
    matches,
    webhookUrl: publicUrl,
  };
  return {
    'api-keys': serviceOf['api-keys'](deps),
    approvals: serviceOf.approvals(deps),
    audit: serviceOf.audit(deps),
    bots: serviceOf.bots(deps),
    credentials: serviceOf.credentials(deps),
    executions: serviceOf.executions(deps),
    library: serviceOf.library(),
    listeners: serviceOf.listeners(deps),
    notifications: serviceOf.notifications(deps),
    roles: serviceOf.roles(deps),
    'service-portal': serviceOf['service-portal'](deps),
    subscriptions: serviceOf.subscriptions(deps),
    'user-inputs': serviceOf['user-inputs'](deps),
    users: serviceOf.users(deps),
    ws: serviceOf.ws(deps),
  } satisfies { [A in Area]: Service<(typeof allRoutes)[A]> };
};

type Services = ReturnType<typeof openServices>;

/** Made on demand: a start does not pay for it. */
const openApi = async () => {
  const { openApiDocument } = await import('#lib/openapi.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return openApiDocument(version);
};

/** Everything that answers HTTP, in the order in which it is asked whether a request is its own. */
const mountsOf = (stores: Stores, engine: Engine, services: Services, log: Log) => {
  const { db, files, secrets, realtime, identity, ledger, verifyToken, hashKey } = stores;
  const trail = auditTrail({ db, clock, log });
  const api = { readCaller: readCaller({ db, clock }), readRoots: readRoots({ db }), trail, log };
  const served = (area: Area): ServedArea => {
    const routes: Routes = allRoutes[area];
    return { routes, handler: apiHandler(routes, services[area] as Service<Routes>, api) };
  };
  const areas = Object.keys(allRoutes).map((area) => served(area as Area));
  const openListener = openedListeners({ db, secrets, clock });
  const mayAccept = tokenBuckets(limits.listenerRate, limits.listenerBurst);
  const webhooks = { db, files, bus: engine.bus, realtime, clock, openListener, mayAccept };
  return [
    webhookMount(webhookHandler(receiveWebhook(webhooks), log)),
    apiMount(areas, proveIdentity({ db, clock, verifyToken, hashKey })),
    identityMount(identity, poolId),
    healthMount(db.prove),
    documentMount('/openapi.json', openApi),
    sampleTarget(ledger, clock),
    configMount(stores.config),
    siteMount(join(root, 'dist', 'web')),
  ];
};

/** Starts in the order that loses nothing: lock, listen (503), open, take up old work, serve. */
const main = async () => {
  const settings = readSettings(process.env);
  const log = createLog({ write: (line) => process.stderr.write(`${line}\n`), clock });
  buildWhereStale(root);
  const unlock = lockFolder(resolve(settings.DATA_DIR));
  const http = httpServer(log);
  const port = await http.listen(settings.PORT, settings.HOST);
  const publicUrl = settings.PUBLIC_URL ?? addressOf(settings.HOST, port);
  const stores = await openStores(settings, publicUrl, log);
  const { db, identity, hashKey, realtime, ledger } = stores;
  const engine = openEngine(stores, settings, publicUrl, log);
  const services = openServices(stores, engine, publicUrl, log);
  const { listeners, bots } = services;
  const first = await firstStart(
    { db, clock, identity: identity.admin, hashKey, listeners, bots, secrets: stores.secrets },
    stores.folder,
    publicUrl,
  );
  const redeem = redeemTicket({ db, clock, channels: realtimeChannels });
  const sockets = socketServer(http.server, redeem, realtime.attach);
  http.open(mountsOf(stores, engine, services, log));
  // After it is open: what runs go on with may be a call of this server.
  const caughtUp = engine.start();
  announce(process.argv.includes('--json'), publicUrl, first);
  await caughtUp;

  const stop = async () => {
    sockets.close();
    await http.drain(3_000);
    await engine.drain(5_000);
    await db.close();
    ledger.close();
    unlock();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
