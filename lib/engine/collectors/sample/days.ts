import { isoTime } from '#lib/kernel/clock.ts';

/** The day on which the sample accounts were looked at: their rows are the same at each scan. */
const seen = Date.parse('2026-11-23T00:00:00Z');

/** So many days before that day (after it, where negative). */
export const daysAgo = (days: number): string => isoTime(seen - days * 86_400_000);
