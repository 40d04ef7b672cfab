import { asSettings, type Condition, type Database, updateItem } from '#lib/kernel/database.ts';
import { entityStore, existsCondition } from '#lib/kernel/entities.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import type { InventoryType } from '../inventoried-clouds.schema.ts';
import { type Snapshot, snapshot, type SnapshotContents } from './snapshot.schema.ts';
import { snapshotTable } from './snapshot.table.ts';

const scannedByCondition = (scanId: string): Condition => ({
  text: '#scanning.#scan = :scan',
  names: { '#scanning': 'scanning', '#scan': 'scan_id' },
  values: { ':scan': scanId },
});

/** The inventories of one organisation, by integration. */
export const snapshotStore = (db: Database, tenantId: string) => {
  const snapshots = entityStore<Snapshot>(db, {
    table: snapshotTable,
    tenantId,
    parse: (item) => snapshot.parse(item),
  });

  return {
    get: snapshots.get,
    all: snapshots.all,

    /** All snapshots as a list, cached until one is written: it must not be modified. */
    known: (): Promise<readonly Snapshot[]> =>
      cacheUntilWritten(db, [snapshotTable], `snapshots of ${tenantId}`, async () => {
        const found: Snapshot[] = [];
        for await (const one of snapshots.all()) found.push(one);
        return found;
      }),

    delete: snapshots.delete,

    /**
     * Makes a scan the current one of its integration until `until` (ISO), which the same scan may
     * repeat. Returns false if another scan is the current one (`now`: ISO).
     */
    take: (
      integrationId: string,
      integration_type: InventoryType,
      claim: { scan_id: string; until: string },
      now: string,
    ): Promise<boolean> =>
      updateItem(
        db,
        snapshotTable,
        { tenant_id: tenantId, _id: integrationId },
        asSettings({ integration_type, scanning: claim }),
        {
          text:
            'attribute_not_exists(#scanning) OR #scanning.#until < :now ' +
            'OR #scanning.#scan = :scan',
          names: { '#scanning': 'scanning', '#until': 'until', '#scan': 'scan_id' },
          values: { ':now': now, ':scan': claim.scan_id },
        },
      ),

    /** Publishes a scan's results and frees its place; false if it is not the current scan. */
    publish: (
      integrationId: string,
      latest: SnapshotContents,
      previous: SnapshotContents | undefined,
    ): Promise<boolean> =>
      snapshots.change(
        integrationId,
        { latest, previous, scanning: undefined },
        scannedByCondition(latest.scan_id),
      ),

    /** Removes the current scan, whichever it is, from its place: it can no longer publish. */
    evict: (integrationId: string): Promise<boolean> =>
      snapshots.change(integrationId, { scanning: undefined }, existsCondition),

    /** Frees the place of a scan that collected nothing; false if it is not the current scan. */
    leave: (integrationId: string, scanId: string): Promise<boolean> =>
      snapshots.change(integrationId, { scanning: undefined }, scannedByCondition(scanId)),
  };
};
