import type { Unit } from '#lib/domain/dashboards/widgets/data.schema.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Small amounts are shown in cents, for example `0.12 ¢`. */
const dollars = (value: number): string => {
  if (value === 0 || Math.abs(value) >= 0.01) return `$${value.toFixed(2)}`;
  return `${Number((value * 100).toPrecision(2))} ¢`;
};

const minutes = (value: number): string => {
  if (value < 60) return `${number.format(value)} min`;
  return `${number.format(value / 60)} h`;
};

const formats: Record<Unit, (value: number) => string> = {
  count: (value) => number.format(value),
  dollars,
  minutes,
  percent: (value) => `${number.format(value)}%`,
};

/** A number with its unit, for people. */
export const valueText = (value: number, unit: Unit = 'count'): string => formats[unit](value);

/** The same in short form. */
export const shortText = (value: number, unit: Unit = 'count'): string =>
  unit === 'count' ? compact.format(value) : formats[unit](value);

/** For an axis: counts are whole numbers, so fractions are not labelled. */
export const tickText = (value: number, unit: Unit = 'count'): string =>
  unit === 'count' && !Number.isInteger(value) ? '' : shortText(value, unit);

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The start of an interval, in UTC: `Sep 1`, or `13:00`. */
export const timeText = (time: string, interval: 'hour' | 'day'): string =>
  interval === 'hour' ? time.slice(11, 16) : day.format(new Date(time));
