import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { scanDeps } from '../deps/scan-deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(collectTable(scanDeps));
