import type { QueryInventory } from '#lib/domain/inventory/queries/inventory-query.schema.ts';

/**
 * Asks queries about the inventory of one organisation: one at a time where they are run, in a
 * database that holds nobody else's rows. What is wrong with a query, and that it takes too long,
 * is an `error` for its author; `ask` throws only for defects.
 */
export type Queries = { ask: QueryInventory };
