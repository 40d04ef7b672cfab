import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';

/** Whether a query asks what the last scans have found, or what there is at this moment. */
export const queryModes = ['last_scan', 'live'] as const;

/** Integrations that one live query reads at most. */
export const mostLive = 10;

/** Pages of rows that can be asked for. */
export const mostPages = 10_000;

/** Postgres ends a text there. */
export const noNul = 'SQL holds no NUL characters.';

/**
 * SQL over the resources of some integrations of one type: all of them, or those named. A live
 * query names them.
 */
export const inventoryQuery = z.strictObject({
  integration_type: inventoryType,
  mode: z.enum(queryModes).default('last_scan'),
  integration_ids: z.array(z.string().max(60)).max(100).optional(),
  /** One SELECT; `$1`, `$2` and so on stand for the values. */
  sql: z
    .string()
    .min(1, 'Write a query.')
    .max(20_000)
    .refine((sql) => !sql.includes('\0'), noNul),
  values: z.array(z.unknown()).max(50).default([]),
  /** Rows that are answered at most: those of one page. */
  limit: z.number().int().min(1).max(10_000).default(1000),
  /** Which page of the rows is answered; the first is 1. */
  page: z
    .int('Page: give a whole number from 1.')
    .min(1, 'Page: give a whole number from 1.')
    .max(mostPages, `Page: there are up to ${mostPages.toLocaleString('en')}.`)
    .default(1),
});
export type InventoryQuery = z.output<typeof inventoryQuery>;

/** An integration that was queried, and when its last scan began, or it was read live. */
const queriedSource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  collected_at: z.string(),
});

export const inventoryAnswer = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  count: z.number().int(),
  /** There are more rows than these. */
  truncated: z.boolean(),
  /** The page with the rows that follow; absent where there are none. */
  next_page: z.int().optional(),
  /** The rows lack something: `problems` says what could not be read, for people. */
  partial: z.boolean(),
  problems: z.array(z.string()),
  sources: z.array(queriedSource),
});
export type InventoryAnswer = z.infer<typeof inventoryAnswer>;

/** What whoever has waited as long as they can is told. */
export const queryTookTooLong =
  'The query took too long, with reading the tables that it names. Let it read fewer of them, or ' +
  'choose fewer integrations.';

/** What whoever asks is told where the rows are more than one answer holds. */
export const queryTooLarge =
  'The query answers more than 5 MB. Select fewer columns, or lower its limit.';

/** What the run is told whose node gives its query less time. */
export const queryPassedTimeout = (ms: number): string =>
  `The query did not finish within its node's timeout of ${ms / 1000} s, and was ended. ` +
  'Raise the timeout, or let the query read less.';

/** What is told of a query whose turn did not come while somebody could wait. */
export const queryWaited =
  'Other queries were answered for as long as this one could wait. Try again in a moment.';

/** A sentence for the author of the query; `busy` where the same query may be answered later. */
export const failedQuery = z.strictObject({ error: z.string(), busy: z.literal(true).optional() });

/** The rows, or why there are none. */
export type InventoryOutcome = InventoryAnswer | z.infer<typeof failedQuery>;

/** A query of an organisation, and the run that asks it: once that is over, so is the query. */
export type AskedQuery = Omit<InventoryQuery, 'mode' | 'page'> &
  Partial<Pick<InventoryQuery, 'mode' | 'page'>> & {
    tenant_id: string;
    bot_exc_id?: string | undefined;
    /** Milliseconds that its node gives it: once they are over, nothing is read any more. */
    within_ms?: number | undefined;
  };

/** Asks a query about the inventory of one organisation; throws only for defects. */
export type QueryInventory = (asked: AskedQuery) => Promise<InventoryOutcome>;
