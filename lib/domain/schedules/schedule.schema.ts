import * as z from 'zod';

/** What schedules are for; `id` is that of the bot. */
const scheduleKinds = ['bot'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** When something of a tenant is started, and what. */
export const schedule = z.object({
  kind: z.enum(scheduleKinds),
  tenant_id: z.string(),
  id: z.string(),
  /** Five fields, as `readTimetable` takes them. */
  cron_expression: z.string(),
  /** A name of the IANA time zone database. */
  tz_info: z.string(),
});
export type Schedule = z.infer<typeof schedule>;

/** One time of a schedule that has come (ISO time, on the minute). It may come several times. */
export const tick = schedule.extend({ scheduled_time: z.iso.datetime() });
export type Tick = z.infer<typeof tick>;
