import * as z from 'zod';
import { type ScheduleKind, scheduleKinds } from '#lib/kernel/schedule-kinds.ts';

/** A schedule of something that a tenant owns; the id is that of its owner. */
const schedule = z.object({
  kind: z.enum(scheduleKinds),
  tenant_id: z.string(),
  id: z.string(),
  /** Five fields, in the form that `readTimetable` accepts. */
  cron_expression: z.string(),
  /** A name of the IANA time zone database. */
  tz_info: z.string(),
});
export type Schedule<K extends string = ScheduleKind> = Omit<z.infer<typeof schedule>, 'kind'> & {
  kind: K;
};

/** One due time of a schedule (ISO time, on the minute). It may be delivered several times. */
export const tick = schedule.extend({ scheduled_time: z.iso.datetime() });
export type Tick<K extends string = ScheduleKind> = Schedule<K> & { scheduled_time: string };
