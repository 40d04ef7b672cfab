import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';
import { tableResult } from '../scans/scan.schema.ts';

/** One row of a table, by the column names of Steampipe. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of one table, and the scan that collected them. */
export const tableContents = tableResult
  .pick({
    state: true,
    rows: true,
    tagged: true,
    untaggable: true,
    chunks: true,
    problems: true,
    unread_regions: true,
    left_out: true,
  })
  .extend({
    scan_id: z.string(),
    /** When that scan began. */
    collected_at: z.string(),
  });
export type TableContents = z.infer<typeof tableContents>;

export const snapshotContents = z.object({
  scan_id: z.string(),
  /** When the scan began. */
  collected_at: z.string(),
  tables: z.record(z.string(), tableContents),
  /** The scan whose findings are shown: an earlier one if the rules could not be evaluated. */
  evaluated: z.string().optional(),
});
export type SnapshotContents = z.infer<typeof snapshotContents>;

/**
 * The inventory of one integration, which has the same `_id`. A finished scan replaces `latest` in
 * one write, so readers never see half of a scan.
 */
export const snapshot = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_type: inventoryType,
  /** The scan in progress, and when (ISO) another one may begin even if this one has not ended. */
  scanning: z.object({ scan_id: z.string(), until: z.string() }).optional(),
  latest: snapshotContents.optional(),
  /** The snapshot before `latest`, whose files are kept for pages that are still open. */
  previous: snapshotContents.optional(),
});
export type Snapshot = z.infer<typeof snapshot>;
