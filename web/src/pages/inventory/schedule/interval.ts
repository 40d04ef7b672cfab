/** The scan intervals that the dialog offers. */
export const intervals = [
  { value: '6', label: '6 Hour', hours: 6 },
  { value: '12', label: '12 Hour', hours: 12 },
  { value: '24', label: 'Day', hours: 24 },
  { value: 'week', label: 'Week', hours: 24 },
] as const;
export type Interval = (typeof intervals)[number]['value'];

export const days = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Day = (typeof days)[number];

export type ChosenInterval = { interval?: Interval; day?: Day; time?: string };

/** `HH:mm`. */
const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/**
 * The cron expression of the input: the minute of the start time, the hours that follow from the
 * interval, and the weekday; undefined while something is missing.
 */
export const cronOf = ({ interval, day, time = '' }: ChosenInterval): string | undefined => {
  const found = intervals.find(({ value }) => value === interval);
  if (!found || !isTime(time) || (interval === 'week' && !day)) return undefined;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const times = 24 / found.hours;
  const hours = Array.from({ length: times }, (_, n) => (hour + n * found.hours) % 24);
  const weekday = interval === 'week' && day ? day.slice(0, 3).toUpperCase() : '*';
  return `${minute} ${hours.sort((a, b) => a - b).join(',')} * * ${weekday}`;
};

/** The input for such an expression; empty if it has another form. */
export const intervalFromCron = (cron: string): ChosenInterval => {
  const [, minute, hours = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}(?:,\d{1,2})*) \* \* (\*|[A-Z]{3})$/.exec(cron) ?? [];
  const list = hours.split(',');
  const time = `${(list[0] ?? '').padStart(2, '0')}:${(minute ?? '').padStart(2, '0')}`;
  const day = days.find((name) => name.slice(0, 3).toUpperCase() === weekday);
  const interval = day ? 'week' : intervals.find(({ hours: h }) => 24 / h === list.length)?.value;
  const choice = { time, ...(interval && { interval }), ...(day && { day }) };
  return cronOf(choice) === cron ? choice : {};
};

/** The current time in a time zone, as `HH:mm`. */
export const timeNow = (now: Date, timeZone: string): string => {
  const formatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', formatOptions).format(now);
};
