import { keepComplianceDay } from '#lib/domain/compliance/evaluations/keep-day.service.ts';
import {
  type EvaluateDeps,
  evaluateScan,
} from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { endLostScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import { failScan } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import { inventoryCalls } from '#lib/inventory-calls.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { startScheduledScan } from '#lib/domain/inventory/schedules/scheduled-scan.service.ts';
import { sweepScans } from '#lib/domain/inventory/scans/start-scan.service.ts';
import { readRows } from '#lib/domain/inventory/snapshots/rows.service.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '#lib/domain/inventory/snapshots/snapshot.store.ts';
import { type SampleAccount, sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { createLog } from '#lib/kernel/log.ts';
import { CannotCollect, type Collector, type CollectRequest } from '#lib/ports/collector.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { machineNamed, openMachine } from '#test/support/state-machine.ts';
import { forgetIntegration, forgetScans } from '#lib/forget-integration.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { everyChannel } from '#test/support/people.ts';
import { openScene } from '../scene.ts';

/** An account's answer for a table: rows, a sentence about a problem, or a test's function. */
export type Account = Record<
  string,
  readonly Row[] | string | ((request: CollectRequest) => unknown)
>;

const collectorOf = (account: Account): Collector => ({
  tables: async () => Object.keys(account),
  rows: async function* (request) {
    const found = account[request.table];
    if (typeof found === 'string') throw new CannotCollect(found);
    if (typeof found !== 'function') yield found ?? [];
    else yield* (await found(request)) as AsyncIterable<readonly Row[]>;
  },
});

/** The rules to evaluate, what runs their SQL, and the sample account. */
type Evaluation = Pick<EvaluateDeps, 'sql' | 'rules'> & { sample?: SampleAccount };

const noEvaluation: Evaluation = {
  rules: [],
  sql: { using: () => Promise.reject(new Error('No rule is asked here.')) },
};

/** An organisation with one AWS account whose tables a test decides, and the scan's machine. */
export const openScans = async (world: TestDatabase, evaluation: Evaluation = noEvaluation) => {
  const scene = openScene(world);
  const { db, files, tenant_id, root, time, scheduler, bus } = scene;
  const account: Account = {};
  const frames: string[] = [];
  const lines: string[] = [];
  const clock = () => time.now;
  const realtime = openRealtime({ clock });
  const socket = { send: (text: string) => frames.push(text), close: () => undefined };
  realtime.attach(socket, { ...root, channels: everyChannel });
  frames.splice(0);
  const log = createLog({ write: (line) => lines.push(line), clock });
  /** Milliseconds: the limit for one table, and the interval between looks at the scan. */
  const times = { table: 60_000, pollMs: 5 };
  const deps = {
    ...evaluation,
    db,
    files,
    realtime,
    bus,
    clock,
    log,
    collectorFor: () => collectorOf(account),
    forgetScans: forgetScans({ db, clock, files }),
    keepComplianceDay: keepComplianceDay({ db }),
    times,
  };
  /** Called before each step: a test may let the process crash there. */
  const before: { step: (name: string, event?: unknown) => unknown } = { step: () => undefined };
  const step =
    (name: string, action: (event: unknown) => Promise<unknown>) => async (e: unknown) => {
      await before.step(name, e);
      return action(e);
    };
  const machine = openMachine({
    machine: 'inventory-run',
    definition: machineNamed('inventory-run'),
    functions: {
      'inventory/plan': step('plan', planScan(deps)),
      'inventory/collect': step('collect', collectTable(deps)),
      'inventory/evaluate': step('evaluate', evaluateScan(deps)),
      'inventory/publish': step('publish', publishScan(deps)),
      'inventory/fail': step('fail', endLostScan(deps)),
    },
  });
  const current = { machine };
  const scanner = {
    start: (...[name, input]: [string, Record<string, string>]) =>
      current.machine.runner.start(name, input),
  };
  const live = { clock, collectorFor: deps.collectorFor };
  const queries = { ask: queryInventory({ db, files, sql: evaluation.sql, live }) };
  const forget = forgetIntegration({ db, clock, files, scheduler });
  const inventory = inventoryCalls({
    db,
    clock,
    files,
    scanner,
    scheduler,
    queries,
    offers: {},
    forget,
  });
  const values = { cspName: 'aws', alias: 'Production', groups: ['Cloud'] };
  const form = newIntegration.parse({ ...values, cspName: 'kubernetes' });
  const integration = await scene.integrations.createIntegration(root, form);
  const { sample } = evaluation;
  if (sample) await inventory.addSampleEstate(root, {});
  const integration_id = sample ? sampleId(sample) : integration.accountId;

  const latestSnapshot = async () => {
    const found = await snapshotStore(db, tenant_id).get(integration_id);
    return found?.latest;
  };

  return {
    times,
    ...scene,
    inventory,
    /** How the account is read live. */
    live,
    integration_id,
    account,
    before,
    frames,
    lines,
    latestSnapshot,

    /** Begins a scan and waits until nothing continues by itself. */
    scan: async () => {
      const startedScan = await inventory.startInventoryExecution(root, { integration_id });
      await current.machine.runner.idle();
      return inventory.getInventoryExecution(root, { execution_id: startedScan._id });
    },

    idle: () => current.machine.runner.idle(),

    /** The process ends as by `kill -9`, and another one continues. */
    restart: async () => {
      before.step = () => undefined;
      current.machine = current.machine.restart();
      current.machine.runner.recover();
      await current.machine.runner.idle();
    },

    tick: startScheduledScan({ db, clock, scanner, log }),

    sweep: sweepScans({ ...deps, scanner, fail: (scan, cause) => failScan(deps, scan, cause) }),

    /** The rows that pages read of a table. */
    rows: async (table: string): Promise<Row[]> => {
      const contents = (await latestSnapshot())?.tables[table];
      if (!contents) return [];
      const at = { ...contents, tenant_id, integration_id, table };
      const all: Row[] = [];
      for await (const chunk of readRows(files, at, contents.chunks)) all.push(...chunk);
      return all;
    },
  };
};
