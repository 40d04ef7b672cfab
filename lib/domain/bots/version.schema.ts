import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';

/** Who saved which version, and when. */
export const savedVersion = z.object({
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
});
export type SavedVersion = z.infer<typeof savedVersion>;

/** A version as the list shows it; its graph is read with the bot. */
const versionSummary = savedVersion.extend({
  is_draft: z.boolean(),
  is_published: z.boolean(),
});
export type VersionSummary = z.infer<typeof versionSummary>;

export const versionPage = pageOf(versionSummary);

const fieldChange = z.object({
  /** `name`, `settings.url`, `policy.retries`. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type FieldChange = z.infer<typeof fieldChange>;

const nodeDifference = z.object({
  node_id: z.string(),
  name: z.string(),
  type: z.string(),
  how: z.enum(['added', 'changed', 'removed']),
  fields: z.array(fieldChange),
});
export type NodeDifference = z.infer<typeof nodeDifference>;

export const versionComparison = z.object({
  nodes: z.array(nodeDifference),
  /** `"Ask" at approved to "Isolate"`. */
  arrows_added: z.array(z.string()),
  arrows_removed: z.array(z.string()),
  /** How many nodes only stand elsewhere. */
  moved: z.number().int(),
});
export type VersionComparison = z.infer<typeof versionComparison>;
