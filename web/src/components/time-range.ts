import type { DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';

/** Epoch milliseconds, both included. */
export type TimeRange = { start: number; end: number };

/** The last millisecond of today in the reader's time zone. */
export const endOfToday = (now: number): number => new Date(now).setHours(23, 59, 59, 999);

/** Parses `start,end` in milliseconds, limited to the end of today; undefined if invalid. */
export const parseRange = (text: string | undefined, now: number): TimeRange | undefined => {
  const [, start, end] = /^(\d{1,15}),(\d{1,15})$/.exec(text ?? '') ?? [];
  const range = { start: Number(start), end: Math.min(Number(end), endOfToday(now)) };
  return range.start <= range.end ? range : undefined;
};

export const formatRange = ({ start, end }: TimeRange): string => `${start},${end}`;

const unitMs: Record<string, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3600_000,
  day: 24 * 3600_000,
  week: 7 * 24 * 3600_000,
};

/**
 * Converts the picker's value: a relative range ends at the end of today, so that it can be shared.
 */
export const rangeFromPicker = (
  value: DateRangePickerProps.Value | null,
  now: number,
): TimeRange | undefined => {
  if (value === null) return undefined;
  if (value.type === 'relative') {
    return { start: now - value.amount * (unitMs[value.unit] ?? 0), end: endOfToday(now) };
  }
  // The picker counts in seconds, and the last second belongs to the range.
  return { start: Date.parse(value.startDate), end: Date.parse(value.endDate) + 999 };
};

/** The inverse: the picker's value for a range. */
export const pickerValue = (range: TimeRange | undefined): DateRangePickerProps.Value | null =>
  range
    ? {
        type: 'absolute',
        startDate: new Date(range.start).toISOString(),
        endDate: new Date(range.end).toISOString(),
      }
    : null;

/** Why a range is invalid, or undefined. */
export const rangeProblemOf = (
  value: DateRangePickerProps.Value | null,
  now: number,
): string | undefined => {
  const range = rangeFromPicker(value, now);
  if (!range) return undefined;
  if (Number.isNaN(range.start) || Number.isNaN(range.end)) return 'Choose a start and an end.';
  if (range.end > endOfToday(now)) return 'The range cannot go beyond the end of today.';
  return range.start > range.end ? 'The end is before the start.' : undefined;
};
