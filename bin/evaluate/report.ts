import type { BuilderUsage } from '#web/pages/bots/builder/drawing/work.ts';
import type { Result } from './evaluation.ts';
import { prompts } from './prompts.ts';

type Row = readonly [prompt: string, result: string, ...figures: string[]];

const idWidth = Math.max(...prompts.map(({ id }) => id.length));
const widths = [idWidth, 16, 7, 11, 11, 9];

/** Names are aligned left, figures right. */
const formatRow = (row: Row): string =>
  row
    .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
    .join(' ')
    .trimEnd();

const figures = ({ steps, tokens, cost }: BuilderUsage, seconds: number): string[] => [
  String(steps),
  tokens.toLocaleString('en'),
  // If no price is known, no cost is shown.
  cost === undefined ? '-' : `$${cost.toFixed(4)}`,
  seconds.toFixed(1),
];

export const headText = formatRow(['Prompt', 'Result', 'Steps', 'Tokens', 'Cost', 'Seconds']);

/** A line of the table, followed by the faults of the graph. */
export const resultText = ({ id, faults, usage, seconds }: Result): string =>
  [
    formatRow([id, faults.length === 0 ? 'pass' : 'FAIL', ...figures(usage, seconds)]),
    ...faults.map((fault) => `  - ${fault}`),
  ].join('\n');

export const countPassed = (results: readonly Result[]): number =>
  results.filter(({ faults }) => faults.length === 0).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The last line of the table: how many graphs are as requested, and the total usage. */
export const totalText = (results: readonly Result[]): string => {
  const all = results.length;
  const passedCount = countPassed(results);
  const usages = results.map((result) => result.usage);
  const costs = usages.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const total: BuilderUsage = {
    steps: sum(usages.map(({ steps }) => steps)),
    tokens: sum(usages.map(({ tokens }) => tokens)),
    ...(costs.length > 0 && { cost: sum(costs) }),
  };
  const rate = `${passedCount} of ${all} (${Math.floor((passedCount / all) * 100)}%)`;
  return formatRow(['Total', rate, ...figures(total, sum(results.map(({ seconds }) => seconds)))]);
};
