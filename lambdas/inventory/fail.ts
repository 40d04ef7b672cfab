import { endLostScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(endLostScan({ db, files, realtime, clock, log }));
