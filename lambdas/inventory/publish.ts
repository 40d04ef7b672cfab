import { publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { scanning } from '../deps/scanning.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(publishScan(scanning));
