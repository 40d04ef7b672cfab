import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { scanScheduleId, scanScheduleStore } from '../schedules/scan-schedule.store.ts';
import { removeRows } from './rows.service.ts';
import { obsoleteTables } from './snapshot.rules.ts';
import { snapshotStore } from './snapshot.store.ts';

/** How many tables have their files deleted in parallel. */
const concurrency = 10;

/**
 * Deletes the rows of an integration and then its snapshot, so that an interrupted deletion can be
 * repeated. A scan in progress loses its place, and will publish nothing.
 */
export const forgetRows = async (
  { db, files }: { db: Database; files: Pick<Files, 'remove'> },
  tenant_id: string,
  integration_id: string,
): Promise<void> => {
  const snapshots = snapshotStore(db, tenant_id);
  await snapshots.evict(integration_id);
  const found = await snapshots.get(integration_id);
  const unread = [
    ...obsoleteTables(found?.latest, []),
    ...obsoleteTables(found?.previous, [found?.latest]),
  ];
  await forEachInBatches(unread, concurrency, ({ table, chunks, ...at }) =>
    removeRows(files, { ...at, tenant_id, integration_id, table }, chunks),
  );
  await snapshots.delete(integration_id);
};

/** Deletes the scan schedule of an integration that is being deleted. */
export const forgetSchedule = async (
  { db, scheduler }: { db: Database; scheduler: Pick<Scheduler, 'delete'> },
  tenant_id: string,
  integration_id: string,
): Promise<void> => {
  const id = scanScheduleId(integration_id);
  if (await scanScheduleStore(db, tenant_id).delete(id)) await scheduler.delete('inventory', id);
};
