import type { Cron, CronField } from '#lib/domain/schedules/cron.rules.ts';

const list = new Intl.ListFormat('en');
const listText = (items: string[]): string => list.format(items);
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format;
const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format;

/** 4 January 1970 was a Sunday. */
const weekdayName = (value: number): string => dayName(Date.UTC(1970, 0, 4 + value));

/** Longer lists are not shown as a sentence. */
const maxListed = 7;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The step n if the field takes every n-th value and n divides the whole range. */
const evenStep = ({ step }: CronField, rangeSize: number): number | undefined =>
  step !== undefined && rangeSize % step === 0 ? step : undefined;

const everyText = (count: number, unit: string): string =>
  count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;

const hoursText = (hour: CronField, minute: number): string | undefined => {
  const hours = hour.isSet ? evenStep(hour, 24) : 1;
  if (hours === undefined) return undefined;
  return minute === 0
    ? everyText(hours, 'hour')
    : `${everyText(hours, 'hour')} at minute ${minute}`;
};

/** The interval in minutes or hours, or the times of day. */
const timeText = ({ minute, hour }: Cron): string | undefined => {
  const minutes = minute.isSet ? evenStep(minute, 60) : 1;
  if (!hour.isSet && minutes !== undefined) return everyText(minutes, 'minute');
  const [first = 0, ...others] = minute.values;
  const round = others.length === 0 ? hoursText(hour, first) : undefined;
  if (round) return round;
  const times = hour.values.flatMap((h) =>
    minute.values.map((m) => `${twoDigits(h)}:${twoDigits(m)}`),
  );
  return times.length > maxListed ? undefined : `At ${listText(times)}`;
};

const weekdaysText = ({ values }: CronField): string =>
  values.join() === '1,2,3,4,5' ? 'Monday to Friday' : listText(values.map(weekdayName));

/** With both day fields set, either one matches, as in `isDay` of the calendar. */
const daysText = ({ day, weekday }: Cron): string | undefined => {
  if (day.isSet && day.values.length > maxListed) return undefined;
  const texts = [
    ...(day.isSet ? [`day ${listText(day.values.map(String))} of the month`] : []),
    ...(weekday.isSet ? [weekdaysText(weekday)] : []),
  ];
  return texts.length === 0 ? '' : `, on ${texts.join(' or on ')}`;
};

/** The expression as a sentence; undefined if that would be too long. */
export const cronText = (cron: Cron): string | undefined => {
  const { month } = cron;
  const time = timeText(cron);
  const days = daysText(cron);
  if (time === undefined || days === undefined) return undefined;
  const daily = time.startsWith('At') && days === '' ? ' every day' : days;
  const names = month.values.map((value) => monthName(Date.UTC(1970, value - 1)));
  return `${time}${daily}${month.isSet ? `, in ${listText(names)}` : ''}.`;
};
