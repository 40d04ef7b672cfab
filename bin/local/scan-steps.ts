// What the machine that scans integrations calls.
import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';
import { evaluateScan } from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { loseScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import type { ScanDeps } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import { openCollectors } from '#lib/engine/collectors/collector-for.ts';

/** Agents that ask in this process are told that there is work. */
type Ringing = Pick<Parameters<typeof clusterReads>[0], 'ring'>;

/** The steps of a scan, by the names of their functions. */
export const scanSteps = (
  engine: Omit<ScanDeps, 'collectorFor'> & { sql: Sql; readAws: OpenAwsReader } & Ringing,
) => {
  const { readAws } = engine;
  const collectorFor = openCollectors({ readAws, clusterReads: clusterReads(engine) });
  const deps = { ...engine, collectorFor, rules };
  return {
    'inventory/plan': planScan(deps),
    'inventory/collect': collectTable(deps),
    'inventory/evaluate': evaluateScan(deps),
    'inventory/publish': publishScan(deps),
    'inventory/fail': loseScan(deps),
  };
};
