import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { inventoryType } from '../inventoried-clouds.schema.ts';
import { tableResult } from '../scans/scan.schema.ts';

/** A type of resources is a table of the inventory, such as `aws_s3_bucket`. */
export const resourceTypeId = z
  .string()
  .regex(/^(aws|azure|azuread|gcp|kubernetes)_[a-z0-9_]{1,90}$/, 'There is no such resource type.');

export const resourceType = z.object({
  resource_type: resourceTypeId,
  /** As people call it, such as S3 Bucket. */
  name: z.string(),
  /** How many the last scans have found; absent where none has looked for them. */
  resources: z.number().int().optional(),
});
export type ResourceType = z.infer<typeof resourceType>;

/** A column of a resource type, with its type in Postgres. */
export const resourceColumn = z.object({ name: z.string(), type: z.string() });
export type ResourceColumn = z.infer<typeof resourceColumn>;

/**
 * A resource that a scan has found: what all have in common, and besides the columns of its table
 * by their names. `_id` is what compliance rules name it by.
 */
export const resource = z.looseObject({
  _id: z.string(),
  name: z.string(),
  region: z.string(),
  account_id: z.string(),
  integration_type: inventoryType,
  /** As the cloud writes it; absent where it does not tell. */
  created_at: z.string().optional(),
  /** The integration whose scan has found it. */
  integration_id: z.string(),
});
export type Resource = z.infer<typeof resource>;

/** What the last scan of an integration has read of a resource type. */
export const resourceSource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  /** A scan is under way. */
  scanning: z.boolean(),
  /** A scan has ended, whatever it has read. */
  scanned: z.boolean(),
  /** When the scan began that read the table; absent where none has. */
  collected_at: z.string().optional(),
  /** Absent likewise. */
  state: tableResult.shape.state.optional(),
  resources: z.number().int(),
  /** Why resources may be missing, for people. */
  problems: z.array(z.string()),
});
export type ResourceSource = z.infer<typeof resourceSource>;

export const resourcePage = pageOf(resource).extend({
  /** How many were looked at for it. */
  looked: z.number().int(),
  /** The integrations that were searched; on the first page only. */
  sources: z.array(resourceSource).optional(),
});

/** A part of a file; the parts in their order are the file. */
export const exportPart = z.object({
  text: z.string(),
  /** How many resources it holds. */
  resources: z.number().int(),
  next: z.string().optional(),
});
