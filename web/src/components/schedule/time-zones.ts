import { isTimeZone } from '#lib/domain/schedules/time-zone.rules.ts';

/** The reader's time zone, where it has a name that schedules take; else UTC. */
export const readersZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
};

/** Every name to choose from; `chosen` may be one that this browser does not list. */
export const timeZones = (chosen: string): string[] => [
  ...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone').filter(isTimeZone)]),
];
