import type { Meaning } from './data.schema.ts';

/** From how much of a benchmark on it is called good, or bad. */
const good = 90;
const bad = 60;

/** What a share of passed resources means, in percent. */
export const meaningOfShare = (percent: number): Meaning => {
  if (percent >= good) return 'positive';
  return percent >= bad ? 'medium' : 'critical';
};
