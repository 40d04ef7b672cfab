import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import type { Product } from '../deployed-product.ts';

/** Tests of the deployed product; `asked` starts a run that waits for an approval. */
export type Scenario = (open: () => Product, asked: () => Promise<ExecutionView>) => void;

/** The exports of a file of scenarios; `after` names the files that must have run before. */
export type Scenarios = { scenario: Scenario; after?: readonly string[] };

/** Sorts each file after those that it names, otherwise keeping the given order. */
export const sortScenarios = (all: readonly [name: string, one: Scenarios][]): Scenarios[] => {
  const known = new Map(all);
  const placed = new Map<string, Scenarios>();
  const place = (name: string, above: readonly string[]): void => {
    const one = known.get(name);
    if (!one) throw new Error(`There are no scenarios ${name}, which ${above.at(-1)} is after.`);
    if (above.includes(name)) throw new Error(`These are after each other: ${above.join(', ')}.`);
    for (const before of one.after ?? []) place(before, [...above, name]);
    placed.set(name, one);
  };
  for (const [name] of all) place(name, []);
  return [...placed.values()];
};
