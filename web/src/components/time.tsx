import * as z from 'zod';
import { browserZone, userSettings } from '#lib/domain/users/user.schema.ts';
import { preferenceOf, usePreference } from '#web/app/preferences.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds of a server time. Times without a zone are UTC too. */
export const msOf = (iso: string): number =>
  Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);

const makeFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'shortOffset',
  });

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time zone that this browser does not know counts as not chosen. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone);
  if (cached) return cached;
  const isKnown = zone !== browserZone && userSettings.safeParse({ time_zone: zone }).success;
  const format = makeFormat(isKnown ? zone : undefined);
  formats.set(zone, format);
  return format;
};

const zoneName = z.string();

/** The time zone in which times are shown to the user. */
export const useTimeZone = (): string => usePreference('time_zone', zoneName, browserZone)[0];

const partsOf = (ms: number): Partial<Record<Intl.DateTimeFormatPartTypes, string>> => {
  const zone = preferenceOf('time_zone', zoneName) ?? browserZone;
  const parts = formatOf(zone).formatToParts(ms);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
};

/** `04:20:47` in the user's time zone. */
export const clockTime = (ms: number): string => {
  const { hour, minute: minutes, second } = partsOf(ms);
  return `${hour}:${minutes}:${second}`;
};

/** `2026-11-21 04:20:47 UTC+1` in the user's time zone. */
export const localTime = (iso: string): string => {
  const ms = msOf(iso);
  if (Number.isNaN(ms)) return '-';
  const { year, month, day: date, timeZoneName = '' } = partsOf(ms);
  const zone = timeZoneName.replace('GMT', 'UTC').replace(/\+0$/, '');
  return `${year}-${month}-${date} ${clockTime(ms)} ${zone}`;
};

/** A duration in its two largest units: `2 h 5 min`. */
export const spanText = (ms: number): string => {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`;
};

/** A server time as shown to people; `-` if absent. */
export const Time = ({ at }: { at: string | undefined }) => {
  // Re-renders when another time zone is chosen.
  useTimeZone();
  return at ? <time dateTime={at}>{localTime(at)}</time> : <>-</>;
};
