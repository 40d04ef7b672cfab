/**
 * The kinds of schedules. On AWS each kind has a schedule group of its own; `lib/schedules.ts` maps
 * each kind to its tick handler and to the records that own its schedules.
 */
export const scheduleKinds = ['bot', 'inventory'] as const;

export type ScheduleKind = (typeof scheduleKinds)[number];

/** Builds a record with one value for each kind. */
export const mapScheduleKinds = <T>(make: (kind: ScheduleKind) => T): Record<ScheduleKind, T> =>
  Object.fromEntries(scheduleKinds.map((kind) => [kind, make(kind)])) as Record<ScheduleKind, T>;
