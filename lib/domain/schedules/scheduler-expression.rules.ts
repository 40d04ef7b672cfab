import { type Cron, type CronField, maxCronLength, weekdays } from './cron.rules.ts';

/** `*` if all values are meant, `first/step` for a stepped `*`, otherwise each single value. */
const formatField = ({ values, step }: CronField, count: number): string => {
  if (values.length === count) return '*';
  if (step !== undefined) return `${values[0]}/${step}`;
  return values.join();
};

/** Names of weekdays, because EventBridge counts them from 1. */
const formatWeekdays = ({ values }: CronField): string =>
  values.length === 7 ? '*' : values.map((value) => weekdays[value]).join();

/**
 * The expression for EventBridge Scheduler, or two of them if day and weekday are both set, since
 * either counts. Expressions that are too long for it are rejected by `isWritable`.
 */
export const schedulerExpressions = (cron: Cron): string[] => {
  const time = `${formatField(cron.minute, 60)} ${formatField(cron.hour, 24)}`;
  const month = formatField(cron.month, 12);
  const byDate = `cron(${time} ${formatField(cron.day, 31)} ${month} ? *)`;
  const byWeekday = `cron(${time} ? ${month} ${formatWeekdays(cron.weekday)} *)`;
  if (!cron.weekday.isSet) return [byDate];
  return cron.day.isSet ? [byDate, byWeekday] : [byWeekday];
};

/** Whether the expression, its ranges written out, is short enough for EventBridge Scheduler. */
export const isWritable = (cron: Cron): boolean =>
  schedulerExpressions(cron).every(({ length }) => length <= maxCronLength);
