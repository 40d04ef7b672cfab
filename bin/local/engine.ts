// The bot engine, the machine that drives it, the bus and schedules that feed it, and upkeep.
import { join } from 'node:path';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import { integrationAgents } from '#lib/domain/agents/integration-agents.service.ts';
import { endOverdueJob } from '#lib/domain/agents/jobs/handover.service.ts';
import type { ConnectionTestDeps } from '#lib/domain/integrations/connection-test.service.ts';
import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { runStarter } from '#lib/domain/executions/runs/start.service.ts';
import { isRunOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { parkFact } from '#lib/domain/listeners/park-fact.service.ts';
import { withSampleAccounts } from '#lib/engine/actions/sample-aws.ts';
import { openCollectors } from '#lib/engine/collectors/collector-for.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { withLiveText } from '#lib/engine/models/live-text.ts';
import { testConnection } from '#lib/engine/integrations/test-connection.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { outgoingStream } from '#lib/engine/outgoing/stream.ts';
import { failAbandonedRun } from '#lib/engine/abandoned-run.ts';
import { pause } from '#lib/engine/pause.ts';
import { advance } from '#lib/engine/run.ts';
import { openSql } from '#lib/engine/sql/sql.ts';
import { testAction, testNode, type TestNodeDeps } from '#lib/engine/test-node.ts';
import { factHandler } from '#lib/facts.ts';
import { agentTasks, openRunJobs } from '#lib/agent-tasks.ts';
import { openBell } from '#lib/local/bell.ts';
import { openBus } from '#lib/local/bus.ts';
import { openMachines } from '#lib/local/machines.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import { openScheduler } from '#lib/local/scheduler.ts';
import { stoppedRuns } from '#lib/local/stopped-runs.ts';
import { openTicker } from '#lib/local/ticker.ts';
import { waitAtMost } from '#lib/local/wait-at-most.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { StoppedDeps } from '#lib/domain/executions/runs/stopped-machine.service.ts';
import type { Fact } from '#lib/ports/bus.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { tickHandler } from '#lib/schedules.ts';
import { stoppedHandlers } from '#lib/stopped-runs.ts';
import { emptyPostgres, postgresCode } from '../postgres-files.ts';
import { addressPolicyOf, collectorOffers, exportersOf } from '../settings.ts';
import type { Aws } from './aws.ts';
import type { Context } from './context.ts';
import { lazyModels } from './models.ts';
import { scanSteps } from './scan-steps.ts';
import type { Stores } from './stores.ts';
import { startUpkeep } from './upkeep.ts';

const nodeAndActionTests = (engine: TestNodeDeps) => ({
  testNode: testNode(engine),
  testAction: testAction(engine),
});

type MachineDeps = Parameters<typeof advance>[0] &
  Parameters<typeof pause>[0] &
  StoppedDeps &
  Parameters<typeof scanSteps>[0];

/** Opens the state machines, and what closes the records of runs that they end themselves. */
const openDrivers = ({ root, clock, log }: Context, db: Stores['db'], engine: MachineDeps) => {
  const close = stoppedHandlers(engine);
  const stopped = stoppedRuns({ db, log, close: close['bot-run'] });
  const machines = openMachines({
    database: db.file,
    clock,
    log,
    folder: join(root, 'statemachines'),
    machines: {
      'bot-run': {
        functions: {
          'engine/advance': advance(engine),
          'engine/pause': pause(engine),
          'engine/fail': failAbandonedRun(engine),
        },
        onEnded: stopped.onEnded,
      },
      'inventory-run': {
        functions: scanSteps(engine),
        onEnded: stoppedRuns({ db, log, close: close['inventory-run'] }).onEnded,
      },
    },
  });
  return { machines, stopped };
};

/** Opens the collectors. Agents that wait for work in this process are woken when there is some. */
const openScanCollectors = ({ settings, clock }: Context, { db, files }: Stores, aws: Aws) => {
  const bell = openBell();
  const reads = clusterReads({ db, files, clock, ring: bell.ring });
  const collectorFor = openCollectors({
    clock,
    readAws: aws.openReader,
    clusterReads: async () => reads,
    offers: collectorOffers(settings),
    steampipe: async () => settings.STEAMPIPE_URL ?? '',
    exporters: exportersOf(settings, process.env),
  });
  return { bell, collectorFor };
};

/** Opens the Postgres for rules and for users' queries. */
const openInventoryQueries = (
  { root, clock }: Context,
  { db, files }: Stores,
  collectorFor: ReturnType<typeof openCollectors>,
) => {
  const sql = openSql({
    worker: new URL('../../lib/engine/sql/worker.ts', import.meta.url),
    postgres: postgresCode(root),
    files: emptyPostgres(root),
  });
  const queryDeps = { db, files, sql, live: { clock, collectorFor }, isOver: isRunOver(db) };
  const openQueries = (maxWaitMs: number) => ({ ask: queryInventory({ ...queryDeps, maxWaitMs }) });
  const { inventoryQuery, inventoryPreview } = limits;
  return { sql, queries: openQueries(inventoryQuery), previews: openQueries(inventoryPreview) };
};

/** Opens what calls integrations. */
const openOutgoingCalls = (
  { settings, publicUrl, clock }: Context,
  { db, secrets, realtime }: Stores,
) => {
  // The sample bot calls the sample target, which is part of this server.
  const callable = addressPolicyOf(settings, new URL(publicUrl));
  const calls = {
    integration: openIntegration({ db, secrets }),
    tokens: newTokenCache(),
    outgoing: outgoing(callable),
    clock,
  };
  const modelDeps = { ...calls, outgoingStream: outgoingStream(callable) };
  const baseModels = lazyModels(modelDeps, settings.AWS_REGION);
  const models = withLiveText({ realtime })(baseModels);
  return { ...calls, dial: dialer(callable), models, warmModels: baseModels.warm };
};

type ConnectionTester = Parameters<typeof testConnection>[1] & { warmModels: () => void };

/** Tests connections. After a model is connected, its SDK is loaded before the first question. */
const connectionTestWith =
  (engine: ConnectionTester): ConnectionTestDeps['testConnection'] =>
  async (integration, options) => {
    const verdict = await testConnection(integration, engine, options);
    const isModel = modelTypes.some((type) => type === integration.type.name);
    if (verdict.ok && isModel) engine.warmModels();
    return verdict;
  };

/** Opens the engine over the stores; nothing runs before `start`. */
export const openEngine = (context: Context, stores: Stores, aws: Aws) => {
  const { root, publicUrl, clock, log } = context;
  const { db, files, mail, realtime } = stores;
  const python = openPython(sandboxFiles(root));
  const { bell, collectorFor } = openScanCollectors(context, stores, aws);
  const inventoryQueries = openInventoryQueries(context, stores, collectorFor);
  // Refers to the runner, which is opened later: AI agents of runs start runs.
  const starter: Pick<Runner, 'start'> = { start: (...args) => runner.start(...args) };
  const engine = {
    ...openOutgoingCalls(context, stores),
    db,
    files,
    realtime,
    // Refers to the bus, which is opened later, after the runner, which it hands facts to.
    bus: { publish: (facts: Fact[]) => bus.publish(facts) },
    log,
    site: { url: publicUrl },
    mail,
    python,
    ...inventoryQueries,
    ownAction: findOwnAction(db),
    proveRole: aws.proveRole,
    agentsOf: integrationAgents({ db, clock }),
    aws: withSampleAccounts({ db, clock }, aws.call),
    collectorFor,
    endLate: endOverdueJob({ db, clock }),
    startRun: runStarter({ db, clock, files, evaluateKey, runner: starter }),
  };
  const tasks = agentTasks({ db, files, clock, ring: bell.ring });
  const resume: Runner['resume'] = (token) => runner.resume(token);
  const { machines, stopped } = openDrivers(context, db, { ...engine, tasks, resume });
  const runner: EmbeddedRunner = machines['bot-run'];
  const scanner: EmbeddedRunner = machines['inventory-run'];
  const jobs = openRunJobs({ db, files, clock, log, runner, ring: bell.ring });
  const starting = { db, clock, files, runner, evaluateKey };
  const connection: ConnectionTestDeps = {
    ...engine,
    openIntegration: engine.integration,
    testConnection: connectionTestWith(engine),
  };
  const follow = factHandler({ ...starting, ...connection, realtime: engine.realtime });
  const handle = async (fact: Fact) => {
    // Events wait in the bus, which takes turns among listeners and reports its queue lengths.
    if (fact.type === 'listener_event_received') await runner.waitForRoom(fact.tenant_id);
    await follow(fact);
  };
  const onParked = parkFact({ db, clock, log });
  const bus = openBus({ database: db.file, clock, log, handle, onParked });
  const handleTick = tickHandler({ ...starting, scanner, log });
  const scheduler = openScheduler({ database: db.file, clock, log, handle: handleTick });
  const ticker = openTicker({ log });
  let firstSweep = Promise.resolve();
  const start = () => {
    for (const machine of Object.values(machines)) machine.recover();
    bus.start();
    scheduler.start();
    ticker.every('stopped', 3600_000, stopped.check(runner));
    const { site } = engine;
    const upkeepDeps = { db, files, runner, scanner, realtime, bus, scheduler, jobs, clock, log };
    firstSweep = startUpkeep(ticker, { ...upkeepDeps, mail, site });
    return firstSweep;
  };
  const drain = async (ms: number) => {
    const components = [ticker, scheduler, bus, ...Object.values(machines)];
    await Promise.all([waitAtMost(ms, firstSweep), ...components.map((one) => one.drain(ms))]);
    python.close();
    await inventoryQueries.sql.close();
  };
  const { models } = engine;
  const { previews } = inventoryQueries;
  const ports = { runner, scanner, bus, scheduler, aws, queries: previews, models };
  return {
    ...ports,
    jobs,
    bell,
    ...nodeAndActionTests({ ...engine, queries: previews }),
    start,
    drain,
  };
};

export type Engine = ReturnType<typeof openEngine>;
