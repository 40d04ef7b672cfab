import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import { scanDeps } from '../deps/scan-deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(planScan(scanDeps));
