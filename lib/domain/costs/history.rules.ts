import { type Cost, minRunsForCost, type RunCosts } from '../bots/cost.schema.ts';
import type { RunRecord } from './run-record.schema.ts';

/** Whether a run did all that its bot does: no trial run, no partial run and no resumed run. */
export const isRepresentative = ({ options, results }: RunRecord): boolean => {
  const { dry_run, use_pins, until, only, resumed_from } = options;
  const hasBegun = Object.keys(results).length > 0;
  return hasBegun && !dry_run && !use_pins && !until && !only && !resumed_from;
};

const meanCost = (one: Cost, other: Cost): Cost => ({
  total: (one.total + other.total) / 2,
  transitions: (one.transitions + other.transitions) / 2,
  functions: (one.functions + other.functions) / 2,
  database: (one.database + other.database) / 2,
  events: (one.events + other.events) / 2,
  mails: (one.mails + other.mails) / 2,
});

/** The two middle values, whose mean is the median; for an odd number both are the same. */
export const middlesOf = <T>(sorted: readonly T[]): [T | undefined, T | undefined] => [
  sorted[(sorted.length - 1) >> 1],
  sorted[sorted.length >> 1],
];

/** The median and highest cost of runs; with an even number the median is the mean of two. */
export const costsOf = (runs: readonly { version: number; cost: Cost }[]): RunCosts => {
  const versions = [...new Set(runs.map(({ version }) => version))].sort((a, b) => b - a);
  const summary = { runs: runs.length, versions };
  const costs = runs.map(({ cost }) => cost).sort((a, b) => a.total - b.total);
  const [low, high] = middlesOf(costs);
  const highest = costs.at(-1);
  if (runs.length < minRunsForCost || !low || !high || !highest) return summary;
  return { ...summary, costs: { median: meanCost(low, high), highest } };
};
