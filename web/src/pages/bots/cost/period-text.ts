import { runsAMonth } from '#lib/domain/schedules/cron-walk.rules.ts';
import type { Cron } from '#lib/domain/schedules/cron.rules.ts';
import { dollarText } from '#web/components/dollars.ts';

/** Fractions are shown for less than one run. */
const runCountText = (runs: number): string => {
  const number = runs.toLocaleString('en', { maximumFractionDigits: runs < 1 ? 2 : 0 });
  return number === '1' ? '1 run' : `${number} runs`;
};

/**
 * The cost of runs by the expression: per month, or per year if there is less than one run a month.
 */
export const periodText = (cron: Cron, costPerRun: number): string => {
  const runs = runsAMonth(cron);
  const [period, times] = runs < 1 ? ['year', runs * 12] : ['month', runs];
  return `About ${dollarText(times * costPerRun)} a ${period}, for ${runCountText(times)}.`;
};
