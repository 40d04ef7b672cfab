const minute = 60_000;

const fieldMinimums = [0, 0, 1, 1, 0];

/** Whether a field accepts a value; parses the field's text on every call. */
const acceptsValue = (text: string, index: number, value: number): boolean =>
  text.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const first = range === '*' ? (fieldMinimums[index] ?? 0) : Number(range.split('-')[0]);
    const last = range === '*' ? 99 : Number(range.split('-')[1] ?? first);
    return value >= first && value <= last && (value - first) % Number(step) === 0;
  });

const daysOfWeek = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

type Minute = {
  at: number;
  minute: number;
  hour: number;
  day: number;
  month: number;
  week: number;
};

/**
 * Every minute after `from`, up to `until`, as local time shows it; a minute that local time
 * repeats is left out.
 */
export const minutesOf = (tz: string, from: number, until: number): Minute[] => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: tz,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const found: Minute[] = [];
  const seenTexts = new Set<string>();
  for (let at = from - 26 * 60 * minute; at <= until; at += minute) {
    const text = format.format(at);
    const isNew = !seenTexts.has(text);
    seenTexts.add(text);
    if (!isNew || at <= from) continue;
    const parts = Object.fromEntries(format.formatToParts(at).map((one) => [one.type, one.value]));
    found.push({
      at,
      minute: Number(parts.minute),
      hour: Number(parts.hour),
      day: Number(parts.day),
      month: Number(parts.month),
      week: daysOfWeek.indexOf(parts.weekday ?? ''),
    });
  }
  return found;
};

/** The runs of a numeric cron expression, found by checking every minute. */
export const naiveRuns = (text: string, minutes: readonly Minute[]): number[] => {
  const [ofMinute = '', ofHour = '', days = '', ofMonth = '', weekdays = ''] = text.split(' ');
  return minutes
    .filter((one) => {
      const byDay = acceptsValue(days, 2, one.day);
      const byWeekday =
        acceptsValue(weekdays, 4, one.week) || (one.week === 0 && acceptsValue(weekdays, 4, 7));
      const isDay = days !== '*' && weekdays !== '*' ? byDay || byWeekday : byDay && byWeekday;
      const isTime = acceptsValue(ofMinute, 0, one.minute) && acceptsValue(ofHour, 1, one.hour);
      return isDay && isTime && acceptsValue(ofMonth, 3, one.month);
    })
    .map(({ at }) => at);
};
