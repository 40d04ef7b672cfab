import * as z from 'zod';
import type { FieldChange } from '#lib/kernel/field-changes.ts';
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

type SettingsThere = Readonly<Record<string, unknown>>;

export type NodeDifference = {
  node_id: string;
  name: string;
  type: string;
  how: 'added' | 'changed' | 'removed';
  /** Those that differ; of a node that came or went all that are set. */
  fields: FieldChange[];
  /** All settings there, as what some values count is said by other settings. */
  settings: { before?: SettingsThere; after?: SettingsThere };
};

export type ArrowChange = {
  source: string;
  target: string;
  /** `"Ask" at approved to "Isolate"`. */
  text: string;
};

/** Where two versions differ. */
export type VersionComparison = {
  nodes: NodeDifference[];
  arrows_added: ArrowChange[];
  arrows_removed: ArrowChange[];
  /** How many nodes only stand elsewhere. */
  moved: number;
};
