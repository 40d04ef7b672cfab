const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const two = (value: number): string => String(Math.abs(value)).padStart(2, '0');

/** Server times are UTC, also those that do not say so. */
export const msOf = (iso: string): number =>
  Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);

const zoneOf = (date: Date): string => {
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const hours = Math.abs(Math.trunc(offset / 60));
  const minutes = offset % 60 === 0 ? '' : `:${two(offset % 60)}`;
  return offset === 0 ? 'UTC' : `UTC${sign}${hours}${minutes}`;
};

/** `2026-11-21 04:20:47 UTC+1` in the reader's zone. */
export const localTime = (iso: string): string => {
  const date = new Date(msOf(iso));
  if (Number.isNaN(date.getTime())) return '-';
  const days = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${days} ${clock} ${zoneOf(date)}`;
};

/** A span as its two largest parts: `2 h 5 min`. */
export const spanText = (ms: number): string => {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`;
};

/** A time of the server for people; `-` where there is none. */
export const Time = ({ at }: { at: string | undefined }) =>
  at ? <time dateTime={at}>{localTime(at)}</time> : <>-</>;
