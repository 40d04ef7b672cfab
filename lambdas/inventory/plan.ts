import { planScan } from '#lib/domain/inventory/scans/plan-scan.service.ts';
import { scanning } from '../deps/scanning.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(planScan(scanning));
