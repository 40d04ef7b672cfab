import type { Queries } from '#lib/ports/queries.ts';

/** Where no bot queries the inventory. */
export const noQueries: Queries = {
  ask: async () => {
    throw new Error('No inventory is queried here.');
  },
};
