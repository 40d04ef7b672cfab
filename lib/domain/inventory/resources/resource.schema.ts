import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { inventoryType } from '../inventoried-clouds.schema.ts';
import { tableResult } from '../scans/scan.schema.ts';

/** A resource type is the name of an inventory table, such as `aws_s3_bucket`. */
export const resourceTypeId = z
  .string()
  .regex(/^(aws|azure|azuread|gcp|kubernetes)_[a-z0-9_]{1,90}$/, 'There is no such resource type.');

export const resourceType = z.object({
  resource_type: resourceTypeId,
  /** Its display name, such as S3 Bucket. */
  name: z.string(),
  /** How many the last scans have found; absent if none has read this table. */
  resources: z.number().int().optional(),
});
export type ResourceType = z.infer<typeof resourceType>;

/** A column of a resource type, with its type in Postgres. */
export const resourceColumn = z.object({ name: z.string(), type: z.string() });
export type ResourceColumn = z.infer<typeof resourceColumn>;

/**
 * A resource that a scan has found: the fields that all have in common, and the columns of its
 * table. `_id` is the id that compliance rules use.
 */
export const resource = z.looseObject({
  _id: z.string(),
  name: z.string(),
  region: z.string(),
  account_id: z.string(),
  integration_type: inventoryType,
  /** In the format of the cloud; absent if it is not reported. */
  created_at: z.string().optional(),
  /** The integration whose scan found it. */
  integration_id: z.string(),
});
export type Resource = z.infer<typeof resource>;

/** What the last scan of an integration has read of a resource type. */
export const resourceSource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  /** Whether a scan is in progress. */
  scanning: z.boolean(),
  /** Whether a scan has ended, whatever it could read. */
  scanned: z.boolean(),
  /** When the scan that read the table began; absent if none has read it. */
  collected_at: z.string().optional(),
  /** Absent in the same case. */
  state: tableResult.shape.state.optional(),
  resources: z.number().int(),
  /** Why resources may be missing, for people. */
  problems: z.array(z.string()),
});
export type ResourceSource = z.infer<typeof resourceSource>;

export const resourcePage = pageOf(resource).extend({
  /** How many rows were examined for this page. */
  looked: z.number().int(),
  /** The integrations that were searched; present only on the first page. */
  sources: z.array(resourceSource).optional(),
});

/** A part of an exported file, which is the concatenation of all parts. */
export const exportPart = z.object({
  text: z.string(),
  /** The number of resources in this part. */
  resources: z.number().int(),
  next: z.string().optional(),
});
