import { keepComplianceDay } from '#lib/domain/compliance/evaluations/keep-day.service.ts';
import {
  type EvaluateDeps,
  evaluateScan,
} from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { endLostScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { inventoryCalls } from '#lib/inventory-calls.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { createLog } from '#lib/kernel/log.ts';
import { openDatabase } from '#lib/local/database.ts';
import { openFiles } from '#lib/local/files.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { openRunner } from '#lib/local/runner/runner.ts';
import type { Collector } from '#lib/ports/collector.ts';
import { tables } from '#lib/tables.ts';
import { person } from '#test/support/people.ts';
import { openTestSql } from '#test/support/sql.ts';
import { machineNamed } from '#test/support/state-machine.ts';

const tenant_id = 'org_bench';
const rejectUnexpected = () => Promise.reject(new Error('Nobody does this in the bench.'));

/** An account that returns prepared rows. */
export const accountOf = (account: Readonly<Record<string, readonly Row[]>>): Collector => ({
  tables: async () => Object.keys(account),
  rows: async function* ({ table }) {
    yield account[table] ?? [];
  },
});

type Options = { folder: string; collector: Collector; rules?: EvaluateDeps['rules'] };

/** Everything that scans, and reading their results, need on disk, with the real clock. */
export const openScanning = ({ folder, collector, rules = [] }: Options) => {
  const clock = () => Date.now();
  const cursorKey = () => 'the key of the bench';
  const db = openDatabase({ path: `${folder}/database.db`, tables, cursorKey });
  const files = openFiles(folder);
  const log = createLog({ write: (line) => console.error(line), clock });
  const realtime = openRealtime({ clock });
  const sql = openTestSql();
  const bus = { publish: async () => undefined };
  const collectorFor = () => collector;
  const forgetScans = async () => undefined;
  const scanDeps = { forgetScans, keepComplianceDay: keepComplianceDay({ db }), rules };
  const deps = { db, files, clock, log, realtime, sql, bus, collectorFor, ...scanDeps };
  const durations = { evaluation: 0 };
  const evaluate = evaluateScan(deps);
  const runner = openRunner({
    database: db.file,
    machine: 'inventory-run',
    definition: machineNamed('inventory-run'),
    clock,
    functions: {
      'inventory/plan': planScan(deps),
      'inventory/collect': collectTable(deps),
      'inventory/evaluate': async (event) => {
        const began = performance.now();
        const answer = await evaluate(event);
        durations.evaluation = performance.now() - began;
        return answer;
      },
      'inventory/publish': publishScan(deps),
      'inventory/fail': endLostScan(deps),
    },
  });
  const live = { clock, collectorFor };
  const queries = { ask: queryInventory({ db, files, sql, live }) };
  const inventory = inventoryCalls({
    db,
    clock,
    files,
    scanner: runner,
    scheduler: { put: rejectUnexpected, delete: rejectUnexpected },
    queries,
    offers: {},
    forget: rejectUnexpected,
  });

  /** The id of a new account with this role. */
  const connect = async (role_arn: string): Promise<string> => {
    const _id = timedId('int', clock());
    const at = isoTime(clock());
    await integrationStore(db, tenant_id).create({
      _id,
      alias: role_arn,
      cspName: 'aws',
      groups: ['Bench'],
      values: { region: 'eu-west-1', role_arn, external_id: 'bench-0123456789' },
      secret_names: [],
      hosts: [],
      integrationState: 'ACTIVE',
      revision: 1,
      userId: 'root@example.com',
      createdAt: at,
      updatedAt: at,
    });
    return _id;
  };

  return {
    root: person(tenant_id),
    db,
    files,
    clock,
    inventory,
    queries,
    connect,
    durations,
    idle: () => runner.idle(),
    close: async () => {
      await runner.drain(1000);
      await sql.close();
      await db.close();
    },
  };
};

export type Scanning = ReturnType<typeof openScanning>;
