import { runsAMonth } from '#lib/domain/schedules/cron-walk.rules.ts';
import type { Cron } from '#lib/domain/schedules/cron.rules.ts';
import { dollars } from '#web/components/dollars.ts';

/** Of less than one run a fraction counts. */
const counted = (runs: number): string => {
  const number = runs.toLocaleString('en', { maximumFractionDigits: runs < 1 ? 2 : 0 });
  return number === '1' ? '1 run' : `${number} runs`;
};

/** What runs by the expression cost: in a month, or in a year where a month may have none. */
export const periodText = (cron: Cron, aRun: number): string => {
  const runs = runsAMonth(cron);
  const [period, times] = runs < 1 ? ['year', runs * 12] : ['month', runs];
  return `About ${dollars(times * aRun)} a ${period}, for ${counted(times)}.`;
};
