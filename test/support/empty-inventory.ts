import { ruleColumns } from '#lib/domain/compliance/rule.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';

/** An inventory without resources: every query returns no rows, with the columns of a rule. */
export const emptyInventory: Queries = {
  ask: async () => ({
    columns: [...ruleColumns],
    rows: [],
    count: 0,
    truncated: false,
    partial: false,
    problems: [],
    sources: [],
  }),
};
