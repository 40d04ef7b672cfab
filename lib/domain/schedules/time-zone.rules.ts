/** Cached, since formats are expensive to create and few time zones are in use. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (tz: string): Intl.DateTimeFormat => {
  let format = formats.get(tz);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: tz,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(tz, format);
  }
  return format;
};

/** Whether it is an IANA time zone name that EventBridge Scheduler accepts: no offsets. */
export const isTimeZone = (tz: string): boolean => {
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(tz) || tz.length > 50) return false;
  try {
    formatOf(tz);
    return true;
  } catch {
    return false;
  }
};

/** The zone in the database's spelling: EventBridge Scheduler rejects Europe/BERLIN. */
export const normaliseZone = (tz: string): string => {
  // For an alias such as US/Eastern this gives the canonical name; the alias is kept then.
  const { timeZone } = formatOf(tz).resolvedOptions();
  return timeZone.toLowerCase() === tz.toLowerCase() ? timeZone : tz;
};

/** The local time at a moment, encoded as the milliseconds that it would be in UTC. */
export const wallTime = (tz: string, at: number): number => {
  const parts = formatOf(tz).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const day = Date.UTC(read('year'), read('month') - 1, read('day'));
  return day + ((read('hour') * 60 + read('minute')) * 60 + read('second')) * 1000;
};

/** Milliseconds by which local time is ahead of UTC at a moment of a whole second. */
export const offsetAt = (tz: string, at: number): number => wallTime(tz, at) - at;
