import type { Queries } from '#lib/ports/queries.ts';

/** For tests in which no bot queries the inventory. */
export const noQueries: Queries = {
  ask: async () => {
    throw new Error('No inventory is queried here.');
  },
};
