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

/** Design tokens, whose colours differ in the dark theme. */
const meaningColors: Record<Meaning, string> = {
  critical: colorChartsStatusCritical,
  high: colorChartsStatusHigh,
  medium: colorChartsStatusMedium,
  low: colorChartsStatusLow,
  positive: colorChartsStatusPositive,
  info: colorChartsStatusInfo,
  neutral: colorChartsStatusNeutral,
};

const categoryColors = [
  colorChartsPaletteCategorical1,
  colorChartsPaletteCategorical2,
  colorChartsPaletteCategorical3,
  colorChartsPaletteCategorical4,
  colorChartsPaletteCategorical5,
  colorChartsPaletteCategorical6,
];

/**
 * The colour of the item at an index; items with the same meaning are distinguished by their names.
 */
export const colorOf = (meaning: Meaning | undefined, index: number): string =>
  meaning
    ? meaningColors[meaning]
    : (categoryColors[index % categoryColors.length] ?? meaningColors.neutral);
