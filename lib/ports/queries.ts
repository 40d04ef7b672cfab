import type { QueryInventory } from '#lib/domain/inventory/queries/inventory-query.schema.ts';

/**
 * Runs queries over the inventory of one organisation, one at a time per process, in a database
 * that holds no other organisation's rows. A faulty query or a timeout is returned as `error` for
 * its author; `ask` throws only for defects.
 */
export type Queries = { ask: QueryInventory };
