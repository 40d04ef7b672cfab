import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { runCost } from '#lib/domain/costs/cost.rules.ts';
import type { RunRecord } from '#lib/domain/costs/run-record.schema.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { recordedUsage } from '../recorded-usage.ts';
import { modelCostOf } from './results.ts';

const bytesOf = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));

type Ended = Pick<Execution, '_id' | 'version' | 'trigger' | 'options' | 'input' | 'state'> &
  Pick<Execution, 'outcome' | 'decision'>;

/** What a run cost, in US dollars. */
export type CostOf = (run: Ended, results: ReadonlyMap<string, NodeResult>) => number;

/**
 * What a run of the graph cost by list prices, with what its models took, in US dollars, told by
 * what its own lane did. Of lanes inside of it the number is known, and what models took in them;
 * else each is taken to have gone the costliest way.
 */
export const runCostOf = (graph: Graph): CostOf => {
  let usageOf: ReturnType<typeof recordedUsage> | undefined;
  return (run, results) => {
    usageOf ??= recordedUsage(graph);
    const visited = [...results].map(([id, { input, output, ...one }]) => [
      id,
      { ...one, input: bytesOf(input), output: bytesOf(output) },
    ]);
    const record: RunRecord = {
      ...run,
      input: bytesOf(run.input),
      results: Object.fromEntries(visited),
      lanes: [],
    };
    return runCost(usageOf(record)).total + modelCostOf(results.values());
  };
};
