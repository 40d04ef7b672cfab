import { isoTime } from '#lib/kernel/clock.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

const dayMs = 86_400_000;

/** The date for which the sample accounts were written. */
const writtenAt = Date.parse('2026-11-23T00:00:00Z');

/** The time so many days before that date (after it, where negative). */
export const daysAgo = (days: number): string => isoTime(writtenAt - days * dayMs);

const moment = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)"/g;

/**
 * Rows as of now (ms): times are moved, so that what was written as twelve days old is so in each
 * scan, and findings do not change as time passes.
 */
export const rowsAsOf = (rows: readonly Row[], now: number): readonly Row[] => {
  const offsetMs = Math.floor((now - writtenAt) / dayMs) * dayMs;
  const shiftTime = (_: string, text: string) => `"${isoTime(Date.parse(text) + offsetMs)}"`;
  return JSON.parse(JSON.stringify(rows).replace(moment, shiftTime));
};
