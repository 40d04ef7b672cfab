import { type Database, putItem, readItems } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { type ScanSchedule, scanSchedule } from './scan-schedule.schema.ts';
import { scanScheduleTable } from './scan-schedule.table.ts';

/** The id of the schedule of an integration. */
export const scanScheduleId = (integrationId: string): string => derivedId('isc', 0, integrationId);

/** The scan schedules of one organisation. */
export const scanScheduleStore = (db: Database, tenantId: string) => {
  const schedules = entityStore<ScanSchedule>(db, {
    table: scanScheduleTable,
    tenantId,
    parse: (item) => scanSchedule.parse(item),
  });

  return {
    get: schedules.get,
    all: schedules.all,
    delete: schedules.delete,

    /** Creates or replaces the schedule of an integration. */
    put: (one: Omit<ScanSchedule, 'tenant_id'>): Promise<boolean> =>
      putItem(db, scanScheduleTable, { ...one, tenant_id: tenantId }),

    /** Records that the scheduler matches the schedule; false if that has changed since. */
    settled: ({ _id, cron_expression, tz_info }: ScanSchedule): Promise<boolean> =>
      schedules.change(
        _id,
        { pending: undefined },
        {
          text: '#cron = :cron AND #tz = :tz',
          names: { '#cron': 'cron_expression', '#tz': 'tz_info' },
          values: { ':cron': cron_expression, ':tz': tz_info },
        },
      ),
  };
};

/** The schedules of all organisations. The index is eventually consistent. */
export async function* scanSchedules(db: Database): AsyncGenerator<ScanSchedule> {
  const question = { table: scanScheduleTable, index: 'scheduled', partition: 'scheduled' };
  for await (const item of readItems(db, question)) yield scanSchedule.parse(item);
}
