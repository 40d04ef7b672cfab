import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';

/** Whether a query reads the results of the last scans, or the current state of the accounts. */
export const queryModes = ['last_scan', 'live'] as const;

/** The most integrations that one live query reads. */
export const maxLiveIntegrations = 10;

/** The highest page number that can be requested. */
export const maxPageNumber = 10_000;

/** Postgres texts cannot contain NUL characters. */
export const noNulText = 'SQL must not contain NUL characters.';

/**
 * SQL over the resources of all integrations of one type, or of the named ones. A live query must
 * name them.
 */
export const inventoryQuery = z.strictObject({
  integration_type: inventoryType,
  mode: z.enum(queryModes).default('last_scan'),
  integration_ids: z.array(z.string().max(60)).max(100).optional(),
  /** One SELECT; `$1`, `$2` and so on are replaced by the values. */
  sql: z
    .string()
    .min(1, 'Write a query.')
    .max(20_000)
    .refine((sql) => !sql.includes('\0'), noNulText),
  values: z.array(z.unknown()).max(50).default([]),
  /** The most rows to return, which is the size of a page. */
  limit: z.number().int().min(1).max(10_000).default(1000),
  /** The page of the rows to return; the first is 1. */
  page: z
    .int('The page must be a whole number of at least 1.')
    .min(1, 'The page must be a whole number of at least 1.')
    .max(maxPageNumber, `The page must be at most ${maxPageNumber.toLocaleString('en')}.`)
    .default(1),
});
export type InventoryQuery = z.output<typeof inventoryQuery>;

/** An integration that was queried, and when its last scan or the live reading began. */
const queriedSource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  collected_at: z.string(),
});

export const inventoryAnswer = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  count: z.number().int(),
  /** Whether there are more rows than these. */
  truncated: z.boolean(),
  /** The page with the next rows; absent if there are none. */
  next_page: z.int().optional(),
  /** Whether rows may be missing; `problems` says what could not be read, for people. */
  partial: z.boolean(),
  problems: z.array(z.string()),
  sources: z.array(queriedSource),
});
export type InventoryAnswer = z.infer<typeof inventoryAnswer>;

/** Error of a query that takes longer than its caller can wait. */
export const queryTooSlowText =
  'The query took too long, including the time to read its tables. Use fewer tables, or choose ' +
  'fewer integrations.';

/** Error of a query whose rows exceed the size of one response. */
export const queryTooLargeText =
  'The query returns more than 5 MB. Select fewer columns, or lower its limit.';

/** Error of a query that exceeds the timeout (ms) of its node. */
export const queryTimeoutText = (ms: number): string =>
  `The query did not finish within its node's timeout of ${ms / 1000} s, and was stopped. ` +
  'Increase the timeout, or let the query read less data.';

/** Error of a query that had to wait for others for as long as its caller could wait. */
export const queryQueuedTooLongText =
  'The query waited too long for other queries to finish. Try again in a moment.';

/** A sentence for the author of the query; `busy` if the same query may succeed later. */
export const failedQuery = z.strictObject({ error: z.string(), busy: z.literal(true).optional() });

/** The rows, or the reason why there are none. */
export type InventoryOutcome = InventoryAnswer | z.infer<typeof failedQuery>;

/** A query of an organisation, and the run that makes it, if any: the query ends with that run. */
export type TenantQuery = Omit<InventoryQuery, 'mode' | 'page'> &
  Partial<Pick<InventoryQuery, 'mode' | 'page'>> & {
    tenant_id: string;
    bot_exc_id?: string | undefined;
    /** The timeout of its node in milliseconds, after which nothing more is read. */
    within_ms?: number | undefined;
  };

/** Runs a query over the inventory of one organisation; throws only for defects. */
export type QueryInventory = (query: TenantQuery) => Promise<InventoryOutcome>;
