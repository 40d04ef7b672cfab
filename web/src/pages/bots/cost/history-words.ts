import type { RunCosts } from '#lib/domain/bots/cost.schema.ts';
import { dollars } from '#web/components/dollars.ts';

/** What the last runs cost, where there are enough of them. */
export type History = RunCosts & { costs: NonNullable<RunCosts['costs']> };

export const isHistory = (told: RunCosts | undefined): told is History => told?.costs !== undefined;

/**
 * What a run costs by the last ones, beside the costliest way through the graph; runs with more
 * turns than are assumed, or with failures that were tried again, may have cost more than that.
 */
export const historyText = ({ runs, costs }: History, model: number): string => {
  const { median, highest } = costs;
  const past = `About ${dollars(median.total)} by the last ${runs} runs`;
  const bound = model >= highest.total ? 'up to' : 'about';
  const graph = `${bound} ${dollars(model)} by the most expensive path through the graph`;
  return `${past} (highest ${dollars(highest.total)}); ${graph}.`;
};

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** `version 3`, `versions 3 and 2`; of more than three how many. */
const versionsText = (versions: readonly number[]): string => {
  if (versions.length > 3) return `${versions.length} versions, ${versions[0]} the newest`;
  return `version${versions.length === 1 ? '' : 's'} ${listed.format(versions.map(String))}`;
};

/** What the parts of a history are of, and what was assumed where the record does not tell. */
export const historyNote = ({ runs, versions }: History): string =>
  `Of the middle one of the last ${runs} ended runs, of ${versionsText(versions)}, by what their ` +
  'records say: nodes, iterations, attempts, times and sizes. Waiting costs nothing. It is ' +
  'assumed that each call takes 100 ms besides its nodes, that an event holds 1 KB, and that ' +
  'iterations after the first 20 of a run are like those. Tried, dry and resumed runs are left ' +
  'out.';
