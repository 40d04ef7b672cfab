import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';

/** SQL over the last scans of some integrations of one type: all of them, or those named. */
export const inventoryQuery = z.strictObject({
  integration_type: inventoryType,
  integration_ids: z.array(z.string().max(60)).max(100).optional(),
  /** One SELECT; `$1`, `$2` and so on stand for the values. */
  sql: z.string().min(1, 'Write a query.').max(20_000),
  values: z.array(z.unknown()).max(50).default([]),
  /** Rows that are answered at most. */
  limit: z.number().int().min(1).max(10_000).default(1000),
});
export type InventoryQuery = z.output<typeof inventoryQuery>;

/** An integration whose last scan was queried, and when that scan began. */
const queriedSource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  collected_at: z.string(),
});

export const inventoryAnswer = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  count: z.number().int(),
  /** There were more rows than the limit. */
  truncated: z.boolean(),
  sources: z.array(queriedSource),
});
export type InventoryAnswer = z.infer<typeof inventoryAnswer>;

/** What whoever has waited as long as they can is told. */
export const queryTookTooLong =
  'The query took too long, with reading the tables that it names. Let it read fewer of them, or ' +
  'choose fewer integrations.';

/** The rows, or a sentence for the author of the query. */
export type InventoryOutcome = InventoryAnswer | { error: string };

/** Asks a query about the inventory of one organisation; throws only for defects. */
export type QueryInventory = (
  asked: InventoryQuery & { tenant_id: string },
) => Promise<InventoryOutcome>;
