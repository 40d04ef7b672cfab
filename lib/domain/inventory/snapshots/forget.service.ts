import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { scanScheduleId, scanScheduleStore } from '../schedules/scan-schedule.store.ts';
import { settleScanSchedule } from '../schedules/settle-scan-schedule.service.ts';
import { removeRows } from './rows.service.ts';
import { unreadRows } from './snapshot.rules.ts';
import { snapshotStore } from './snapshot.store.ts';

export type ForgetDeps = {
  db: Database;
  files: Pick<Files, 'remove'>;
  scheduler: Scheduler;
};

/** Removes what the inventory knows of an integration: what is shown, its files, its schedule. */
export const forgetInventory = async (
  deps: ForgetDeps,
  tenant_id: string,
  integration_id: string,
): Promise<void> => {
  const { db, files } = deps;
  const snapshots = snapshotStore(db, tenant_id);
  const found = await snapshots.get(integration_id);
  await snapshots.delete(integration_id);
  for (const { table, chunks, ...at } of [
    ...unreadRows(found?.latest, []),
    ...unreadRows(found?.previous, [found?.latest]),
  ]) {
    await removeRows(files, { ...at, tenant_id, integration_id, table }, chunks);
  }
  const id = scanScheduleId(integration_id);
  if (await scanScheduleStore(db, tenant_id).delete(id)) {
    await settleScanSchedule(deps, { tenant_id, id });
  }
};
