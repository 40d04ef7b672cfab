import {
  colorChartsPaletteCategorical1,
  colorChartsPaletteCategorical2,
  colorChartsPaletteCategorical3,
  colorChartsPaletteCategorical4,
  colorChartsPaletteCategorical5,
  colorChartsPaletteCategorical6,
  colorChartsStatusCritical,
  colorChartsStatusHigh,
  colorChartsStatusInfo,
  colorChartsStatusLow,
  colorChartsStatusMedium,
  colorChartsStatusNeutral,
  colorChartsStatusPositive,
} from '@cloudscape-design/design-tokens';
import type { Meaning } from '#lib/domain/dashboards/widgets/data.schema.ts';

/** Tokens, which are other colours in the dark theme. */
const meant: Record<Meaning, string> = {
  critical: colorChartsStatusCritical,
  high: colorChartsStatusHigh,
  medium: colorChartsStatusMedium,
  low: colorChartsStatusLow,
  positive: colorChartsStatusPositive,
  info: colorChartsStatusInfo,
  neutral: colorChartsStatusNeutral,
};

const telling = [
  colorChartsPaletteCategorical1,
  colorChartsPaletteCategorical2,
  colorChartsPaletteCategorical3,
  colorChartsPaletteCategorical4,
  colorChartsPaletteCategorical5,
  colorChartsPaletteCategorical6,
];

/** The colour of what is drawn at a place; two that mean the same are told apart by their names. */
export const colorOf = (meaning: Meaning | undefined, place: number): string =>
  meaning ? meant[meaning] : (telling[place % telling.length] ?? meant.neutral);
