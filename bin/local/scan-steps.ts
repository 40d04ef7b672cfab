// What the machine that scans integrations calls.
import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import { evaluateScan } from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { loseScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import type { ScanDeps } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import { type CollectorDeps, openCollectors } from '#lib/engine/collectors/collector-for.ts';
import type { Bus } from '#lib/ports/bus.ts';
import { forgetScans } from '#lib/forgotten-integration.ts';

type Reading = Omit<CollectorDeps, 'clusterReads'> &
  /** Agents that ask in this process are told that there is work. */
  Pick<Parameters<typeof clusterReads>[0], 'ring'> & { sql: Sql; bus: Bus };

/** The steps of a scan, by the names of their functions. */
export const scanSteps = (
  engine: Omit<ScanDeps, 'collectorFor'> & Reading,
) => {
  const reads = clusterReads(engine);
  const collectorFor = openCollectors({ ...engine, clusterReads: async () => reads });
  const deps = { ...engine, collectorFor, rules, forgetScans: forgetScans(engine) };
  return {
    'inventory/plan': planScan(deps),
    'inventory/collect': collectTable(deps),
    'inventory/evaluate': evaluateScan(deps),
    'inventory/publish': publishScan(deps),
    'inventory/fail': loseScan(deps),
  };
};
