// What the machine that scans integrations calls.
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { loseScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import type { ScanDeps } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import { collectorFor } from '#lib/engine/collectors/collector-for.ts';

/** The steps of a scan, by the names of their functions. */
export const scanSteps = (engine: Omit<ScanDeps, 'collectorFor'>) => {
  const deps = { ...engine, collectorFor };
  return {
    'inventory/plan': planScan(deps),
    'inventory/collect': collectTable(deps),
    'inventory/publish': publishScan(deps),
    'inventory/fail': loseScan(deps),
  };
};
