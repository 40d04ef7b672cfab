import { keepComplianceDay } from '#lib/domain/compliance/evaluations/keep-day.service.ts';
import { publishScan } from '#lib/domain/inventory/scans/end-scan.service.ts';
import { forgetScans } from '#lib/forget-integration.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(
  publishScan({
    db,
    files,
    realtime,
    bus,
    clock,
    log,
    forgetScans: forgetScans({ db, clock, files }),
    keepComplianceDay: keepComplianceDay({ db }),
  }),
);
