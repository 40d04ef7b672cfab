import { agentTable } from '#lib/domain/agents/agent.table.ts';
import { benchmarkGroups } from '#lib/domain/compliance/benchmark.schema.ts';
import {
  complianceDayStore,
  evaluationStore,
} from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import type { StatusCounts } from '#lib/domain/compliance/findings/finding.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { integrationTable } from '#lib/domain/integrations/integration.table.ts';
import { inventoryDayTable } from '#lib/domain/inventory/history/inventory-day.table.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { snapshotTable } from '#lib/domain/inventory/snapshots/snapshot.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, putItem } from '#lib/kernel/database.ts';

const accounts = 100;
const days = 365;
const dayMs = 24 * 3600_000;
const tablesPerAccount = 60;

const counts = (n: number): StatusCounts => ({ ok: 40 + n, alarm: 9, error: 1, info: 2, skip: 3 });

const idOf = (n: number): string => `int_${String(n).padStart(3, '0')}`;
const typeOf = (n: number) => inventoryTypes[n % inventoryTypes.length] ?? 'aws';

const benchmarks = Object.fromEntries(benchmarkGroups.map((name) => [name, counts(1)]));

/** An account with the results of its last scan: resources of many types, a result of each rule. */
const connect = async (db: Database, tenant_id: string, n: number, now: number): Promise<void> => {
  const [_id, integration_type, at] = [idOf(n), typeOf(n), isoTime(now - dayMs)];
  await putItem(db, integrationTable, {
    tenant_id,
    _id,
    cspName: integration_type,
    alias: `Account ${n}`,
    groups: ['all'],
    values: {},
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    createdAt: isoTime(now - 400 * dayMs),
    updatedAt: at,
    userId: 'root@example.com',
  });
  const scan_id = `iex_${n}`;
  const table = { state: 'collected', rows: 90, tagged: 50, chunks: 1, problems: [], scan_id };
  const tables = Array.from({ length: tablesPerAccount }, (_, one) => [
    `${integration_type}_table_${one}`,
    { ...table, collected_at: at },
  ]);
  const latest = { scan_id, collected_at: at, evaluated: scan_id };
  await putItem(db, snapshotTable, {
    tenant_id,
    _id,
    integration_type,
    latest: { ...latest, tables: Object.fromEntries(tables) },
  });
  const typeRules = rules.filter((rule) => rule.integration_type === integration_type);
  const results = typeRules.map(({ rule_id }) => [rule_id, { counts: counts(n), answered: true }]);
  await evaluationStore(db, tenant_id).put({
    integration_id: _id,
    integration_type,
    scan_id,
    evaluated_at: at,
    rules: Object.fromEntries(results),
    totals: counts(typeRules.length),
  });
  await putItem(db, agentTable, {
    tenant_id,
    _id: `agt_${n}`,
    name: `Agent ${n}`,
    integration_id: _id,
    version: '1.2.3',
    integration_type: 'kubernetes',
    status: 'REGISTRATION_COMPLETED',
    user_id: 'root',
    created_at: at,
    updated_at: at,
    last_claim_at: at,
  });
};

/** The data kept for one day. */
const storeDay = async (db: Database, tenant_id: string, n: number, at: number): Promise<void> => {
  const day = isoTime(at).slice(0, 10);
  const dayFields = { day, integration_id: idOf(n), integration_type: typeOf(n) };
  const gone_at = Math.floor(at / 1000) + 2 * days * 86_400;
  await putItem(db, inventoryDayTable, {
    ...dayFields,
    tenant_id,
    _id: `${day}#${dayFields.integration_id}`,
    resources: 5_000 + n,
    gone_at,
  });
  const scan_id = `iex_${day}`;
  const complianceDay = { ...dayFields, scan_id, totals: counts(n), benchmarks, gone_at };
  await complianceDayStore(db, tenant_id).put(complianceDay);
};

/** A hundred accounts and agents, all scanned every day of a year. */
export const connectAccounts = async (
  db: Database,
  tenant_id: string,
  now: number,
): Promise<void> => {
  const all = Array.from({ length: accounts }, (_, n) => n);
  await Promise.all(all.map((n) => connect(db, tenant_id, n, now)));
  for (let ago = 0; ago < days; ago += 1) {
    await Promise.all(all.map((n) => storeDay(db, tenant_id, n, now - ago * dayMs)));
  }
};
