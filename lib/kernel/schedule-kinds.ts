/**
 * What schedules are for. On AWS the schedules of each kind have a group of their own;
 * `lib/schedules.ts` says what follows from their ticks and what they belong to.
 */
export const scheduleKinds = ['bot', 'inventory'] as const;

export type ScheduleKind = (typeof scheduleKinds)[number];

/** Something of each kind. */
export const ofScheduleKinds = <T>(make: (kind: ScheduleKind) => T): Record<ScheduleKind, T> =>
  Object.fromEntries(scheduleKinds.map((kind) => [kind, make(kind)])) as Record<ScheduleKind, T>;
