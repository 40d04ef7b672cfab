import type { RunCosts } from '#lib/domain/bots/cost.schema.ts';
import { dollarText } from '#web/components/dollars.ts';

/** The cost of the last runs, if there are enough of them. */
export type History = RunCosts & { costs: NonNullable<RunCosts['costs']> };

export const isHistory = (runCosts: RunCosts | undefined): runCosts is History =>
  runCosts?.costs !== undefined;

/**
 * The cost of a run by the last ones, with the most expensive path through the graph as a bound;
 * runs with more turns than assumed, or with retries, may have cost more.
 */
export const historyText = ({ runs, costs }: History, model: number): string => {
  const { median, highest } = costs;
  const past = `About ${dollarText(median.total)}, based on the last ${runs} runs`;
  const bound = model >= highest.total ? 'up to' : 'about';
  const graph = `${bound} ${dollarText(model)} on the most expensive path through the graph`;
  return `${past} (highest ${dollarText(highest.total)}); ${graph}.`;
};

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** `version 3`, `versions 3 and 2`; for more than three their number. */
const versionsText = (versions: readonly number[]): string => {
  if (versions.length > 3) return `${versions.length} versions, ${versions[0]} the newest`;
  return `version${versions.length === 1 ? '' : 's'} ${listFormat.format(versions.map(String))}`;
};

/**
 * What the figures of past runs are based on, and what was assumed for data that is not recorded.
 */
export const historyNote = ({ runs, versions }: History): string =>
  `The costs of the median run among the last ${runs} ended runs, of ${versionsText(versions)}, ` +
  'according to their records: nodes, iterations, attempts, times and sizes. Waiting costs ' +
  'nothing. The figures assume that each call takes 100 ms in addition to its nodes, that an ' +
  'event has 1 KB, and that iterations after the first 20 of a run are like the first 20. Tried, ' +
  'dry and resumed runs are left out.';
