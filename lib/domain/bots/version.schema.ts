import * as z from 'zod';
import type { FieldChange } from '#lib/kernel/field-changes.ts';
import { pageOf } from '#lib/kernel/page.ts';

/** A version with who saved it and when. */
export const savedVersion = z.object({
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
});
export type SavedVersion = z.infer<typeof savedVersion>;

/** A version as shown in the list; its graph is read with the bot. */
const versionSummary = savedVersion.extend({
  is_draft: z.boolean(),
  is_published: z.boolean(),
});
export type VersionSummary = z.infer<typeof versionSummary>;

export const versionPage = pageOf(versionSummary);

type NodeSettingValues = Readonly<Record<string, unknown>>;

export type NodeDifference = {
  node_id: string;
  name: string;
  type: string;
  how: 'added' | 'changed' | 'removed';
  /** The fields that differ; for an added or removed node, all that are set. */
  fields: FieldChange[];
  /** All settings before and after: the meaning of some values depends on other settings. */
  settings: { before?: NodeSettingValues; after?: NodeSettingValues };
};

export type ArrowChange = {
  source: string;
  target: string;
  /** `"Ask" (approved) → "Isolate"`. */
  text: string;
};

/** The differences between two versions. */
export type VersionComparison = {
  nodes: NodeDifference[];
  arrows_added: ArrowChange[];
  arrows_removed: ArrowChange[];
  /** Number of nodes of both versions that were moved. */
  moved: number;
};
