import type { Edition } from './benchmark.schema.ts';
import type { Rule } from './rule.schema.ts';

/** How much of an edition of a benchmark the rules serve. */
export type Coverage = Edition & {
  /** Controls that at least one rule serves. A control may ask for more than its rules look at. */
  covered: number;
};

/** Says of each edition how many of its controls have a rule, in the order given. */
export const coverage = (editions: readonly Edition[], rules: readonly Rule[]): Coverage[] =>
  editions.map((edition) => {
    const serving = rules
      .filter(({ integration_type }) => integration_type === edition.integration_type)
      .flatMap(({ frameworks }) => frameworks)
      .filter(
        ({ benchmark, version }) =>
          benchmark === edition.benchmark && version === edition.version,
      );
    return { ...edition, covered: new Set(serving.map(({ control_id }) => control_id)).size };
  });
