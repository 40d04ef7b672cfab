import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { runCost } from '#lib/domain/costs/cost.rules.ts';
import type { RunRecord } from '#lib/domain/costs/run-record.schema.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { recordedUsage } from '../recorded-usage.ts';
import { sizeOf } from './record.ts';
import { modelCostOf } from './results.ts';

type EndedRun = Pick<Execution, '_id' | 'version' | 'trigger' | 'options' | 'input' | 'state'> &
  Pick<Execution, 'outcome' | 'decision'>;

/** Computes the cost of a run in US dollars. */
export type CostOf = (run: EndedRun, results: ReadonlyMap<string, NodeResult>) => number;

/**
 * Estimates the cost of runs of a graph in US dollars, by list prices plus the cost of models. It
 * uses the results of the run's own lane. Of inner lanes only the number and their model cost are
 * known; otherwise each is assumed to have taken the costliest way.
 */
export const runCostOf = (graph: Graph): CostOf => {
  let usageOf: ReturnType<typeof recordedUsage> | undefined;
  return (run, results) => {
    usageOf ??= recordedUsage(graph);
    const visited = [...results].map(([id, { input, output, ...one }]) => [
      id,
      { ...one, input: sizeOf(input), output: sizeOf(output) },
    ]);
    const record: RunRecord = {
      ...run,
      input: sizeOf(run.input),
      results: Object.fromEntries(visited),
      lanes: [],
    };
    return runCost(usageOf(record)).total + modelCostOf(results.values());
  };
};
