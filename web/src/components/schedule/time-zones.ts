import { isTimeZone } from '#lib/domain/schedules/time-zone.rules.ts';
import { useTimeZone } from '#web/components/time.tsx';

/** The user's time zone if schedules accept it, else UTC. */
export const useUserTimeZone = (): string => {
  const zone = useTimeZone();
  return isTimeZone(zone) ? zone : 'UTC';
};

/** The names to choose from; `chosen` may be one that this browser does not list. */
export const timeZones = (chosen: string): string[] => [
  ...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone').filter(isTimeZone)]),
];
