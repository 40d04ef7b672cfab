import type { Meaning } from './data.schema.ts';

/** The percentages from which a benchmark counts as good, and below which it counts as bad. */
const good = 90;
const bad = 60;

/** The colour that stands for a percentage of passed resources. */
export const meaningOfShare = (percent: number): Meaning => {
  if (percent >= good) return 'positive';
  return percent >= bad ? 'medium' : 'critical';
};
