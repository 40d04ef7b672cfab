// The steps that the machine of scans calls.
import { evaluateScan } from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { keepComplianceDay } from '#lib/domain/compliance/evaluations/keep-day.service.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { endLostScan, publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import type { ScanDeps } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import type { Bus } from '#lib/ports/bus.ts';
import { forgetScans } from '#lib/forget-integration.ts';

/** The steps of a scan by the names of their functions. */
export const scanSteps = (engine: ScanDeps & { sql: Sql; bus: Bus }) => {
  const deps = {
    ...engine,
    rules,
    forgetScans: forgetScans(engine),
    keepComplianceDay: keepComplianceDay(engine),
  };
  return {
    'inventory/plan': planScan(deps),
    'inventory/collect': collectTable(deps),
    'inventory/evaluate': evaluateScan(deps),
    'inventory/publish': publishScan(deps),
    'inventory/fail': endLostScan(deps),
  };
};
