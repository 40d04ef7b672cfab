import type { BenchmarkEdition } from './benchmark.schema.ts';
import type { Rule } from './rule.schema.ts';

/** How much of an edition of a benchmark is covered by rules. */
export type Coverage = BenchmarkEdition & {
  /** Controls with at least one rule. A control may require more than its rules check. */
  covered: number;
};

/** The number of covered controls of each edition, in the given order. */
export const coverageOf = (
  editions: readonly BenchmarkEdition[],
  rules: readonly Rule[],
): Coverage[] =>
  editions.map((edition) => {
    const serving = rules
      .filter(({ integration_type }) => integration_type === edition.integration_type)
      .flatMap(({ frameworks }) => frameworks)
      .filter(
        ({ benchmark, version }) => benchmark === edition.benchmark && version === edition.version,
      );
    return { ...edition, covered: new Set(serving.map(({ control_id }) => control_id)).size };
  });
