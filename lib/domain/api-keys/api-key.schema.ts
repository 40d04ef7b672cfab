import * as z from 'zod';
import { displayName } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * A key as stored. The secret is kept only as a keyed hash, so that the store cannot be used to
 * make calls.
 */
export const apiKey = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  user_id: z.string(),
  /** Keys of agents can call only the routes for agents. */
  entity_type: z.enum(['user', 'agent']).default('user'),
  secret_hash: z.string(),
  created_at: z.string(),
  /** Epoch seconds; absent if the key never expires. */
  expires_at: z.number().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** A new key expires after 1 to 365 days, or never if `expires_on` is null. */
export const newApiKey = z.strictObject({
  name: displayName({ missing: 'Enter a name.', long: 'Use at most 100 characters.' }).refine(
    (name) => !/^apikey/i.test(name),
    "The name cannot start with 'apikey'.",
  ),
  expires_on: z.iso.datetime({ error: 'Give a time like 2026-09-30T12:00:00Z.' }).nullable(),
});

export const expiryStatuses = ['active', 'expired'] as const;

export type ExpiryStatus = (typeof expiryStatuses)[number];

const apiKeyView = z.object({
  _id: z.string(),
  api_key_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  expires_on: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The only response that contains the key itself. */
export const createdApiKey = apiKeyView.extend({ api_key_secret: z.string() });

export const apiKeyPage = pageOf(apiKeyView);
