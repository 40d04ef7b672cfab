import * as z from 'zod';
import { type ScheduleKind, scheduleKinds } from '#lib/kernel/schedule-kinds.ts';

/** When something of a tenant is started, and what; the id is its own. */
const schedule = z.object({
  kind: z.enum(scheduleKinds),
  tenant_id: z.string(),
  id: z.string(),
  /** Five fields, as `readTimetable` takes them. */
  cron_expression: z.string(),
  /** A name of the IANA time zone database. */
  tz_info: z.string(),
});
export type Schedule<K extends string = ScheduleKind> = Omit<z.infer<typeof schedule>, 'kind'> & {
  kind: K;
};

/** One time of a schedule that has come (ISO time, on the minute). It may come several times. */
export const tick = schedule.extend({ scheduled_time: z.iso.datetime() });
export type Tick<K extends string = ScheduleKind> = Schedule<K> & { scheduled_time: string };
