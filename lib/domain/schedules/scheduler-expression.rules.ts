import { type Cron, type CronField, longestCron, weekdays } from './cron.rules.ts';

/** `*` where all are meant, `first/step` for a stepped `*`, else every value by itself. */
const listed = ({ values, step }: CronField, count: number): string => {
  if (values.length === count) return '*';
  if (step !== undefined) return `${values[0]}/${step}`;
  return values.join();
};

/** By name: EventBridge counts the days of the week from 1. */
const listedDays = ({ values }: CronField): string =>
  values.length === 7 ? '*' : values.map((value) => weekdays[value]).join();

/**
 * The expression for EventBridge Scheduler, or two of them where day and weekday are both set,
 * which means either. Longer ones than it takes are refused by `isWritable`.
 */
export const schedulerExpressions = (cron: Cron): string[] => {
  const time = `${listed(cron.minute, 60)} ${listed(cron.hour, 24)}`;
  const month = listed(cron.month, 12);
  const byDate = `cron(${time} ${listed(cron.day, 31)} ${month} ? *)`;
  const byWeekday = `cron(${time} ? ${month} ${listedDays(cron.weekday)} *)`;
  if (!cron.weekday.isSet) return [byDate];
  return cron.day.isSet ? [byDate, byWeekday] : [byWeekday];
};

/** Whether EventBridge Scheduler takes the expression, in which ranges are written out. */
export const isWritable = (cron: Cron): boolean =>
  schedulerExpressions(cron).every(({ length }) => length <= longestCron);
