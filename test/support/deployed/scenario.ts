import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import type { Product } from '../deployed-product.ts';

/** Tests of the deployed product; `startWaitingRun` starts a run that waits for an approval. */
export type Scenario = (open: () => Product, startWaitingRun: () => Promise<ExecutionView>) => void;

/** The exports of a file of scenarios; `after` names the files that must have run before. */
export type Scenarios = { scenario: Scenario; after?: readonly string[] };

/** Sorts each file after those that it names, otherwise keeping the given order. */
export const sortScenarios = (all: readonly [name: string, one: Scenarios][]): Scenarios[] => {
  const scenariosByName = new Map(all);
  const placed = new Map<string, Scenarios>();
  const visit = (name: string, ancestors: readonly string[]): void => {
    const one = scenariosByName.get(name);
    if (!one)
      throw new Error(`There are no scenarios ${name}, which ${ancestors.at(-1)} is after.`);
    if (ancestors.includes(name))
      throw new Error(`These are after each other: ${ancestors.join(', ')}.`);
    for (const before of one.after ?? []) visit(before, [...ancestors, name]);
    placed.set(name, one);
  };
  for (const [name] of all) visit(name, []);
  return [...placed.values()];
};
