import { collectTable } from '#lib/domain/inventory/scans/collect-table.service.ts';
import { scanning } from '../deps/scanning.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(collectTable(scanning));
