import * as z from 'zod';
import { headerToken } from '#lib/kernel/header.ts';
import { userChosenName } from '#lib/kernel/user-chosen-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { baseRevision } from '#lib/kernel/revision.ts';

export const listenerName = userChosenName(z.string('Please enter name'), 'name', 'listener');

export const webhookSources = ['generic', 'conformity', 'security_hub'] as const;
export const webhookSource = z.enum(webhookSources);

/** How many headers and payload fields one listener may check. */
export const maxAdditionalHeaders = 2;
export const maxPayloadFields = 5;

/** A header name, kept in lower case as HTTP compares it. */
const headerName = headerToken.transform((name) => name.toLowerCase());

const additionalHeader = z.strictObject({
  name: headerName,
  value: z.string().min(1, 'Please enter value').max(1000),
});

/** Each header is a condition of authentication: dropping one would let in more callers. */
const additionalHeaders = z
  .array(additionalHeader)
  .max(maxAdditionalHeaders, `Give at most ${maxAdditionalHeaders} additional headers.`)
  .default([]);

/**
 * How a caller proves itself: a secret in a header, a secret in the query, or an HMAC-SHA256
 * signature of the raw body.
 */
export const authConfigs = z.discriminatedUnion('auth_type', [
  z.strictObject({
    auth_type: z.literal('signature'),
    headers: z.strictObject({
      primary_header: headerName.default('x-hub-signature-256'),
      additional_headers: additionalHeaders,
    }),
    signature_encoding_type: z.enum(['HEX', 'BASE64']).default('HEX'),
    signature_prefix: z
      .string('Please enter signature prefix')
      .min(1, 'Please enter signature prefix')
      .max(100)
      .default('sha256='),
  }),
  z.strictObject({
    auth_type: z.literal('secret_in_header'),
    headers: z.strictObject({
      primary_header: headerName.default('x-secret-key'),
      additional_headers: additionalHeaders,
    }),
  }),
  z.strictObject({
    auth_type: z.literal('secret_in_query'),
    query_param: z.strictObject({
      param_name: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,50}$/, 'Use letters, digits, hyphens and underscores.')
        .default('secret'),
    }),
  }),
]);

export type AuthConfigs = z.infer<typeof authConfigs>;

/** Each entry names a top-level field that a payload must contain. */
const payloadValidationFields = z
  .array(z.string().trim().min(1, 'Enter the name of a field.').max(200))
  .max(maxPayloadFields, `Give at most ${maxPayloadFields} payload validation fields.`)
  .transform((list) => [...new Set(list)])
  .default([]);

/** The top-level field of the payload that holds the sender's own delivery id. */
const deliveryIdField = z.string().trim().min(1).max(200).optional();

export const newListener = z.strictObject({
  name: listenerName,
  description: z
    .string('Please enter description')
    .trim()
    .min(1, 'Please enter description')
    .max(1000),
  webhook_source_integration_type: webhookSource.default('generic'),
  auth_configs: authConfigs,
  payload_validation_fields: payloadValidationFields,
  delivery_id_field: deliveryIdField,
});

/**
 * The name cannot be changed after creation. The revision is optional, because API clients may send
 * the whole listener without it.
 */
export const listenerChange = newListener
  .omit({ name: true })
  .extend({ base_revision: baseRevision.optional() });

/** As stored: with the secrets encrypted; they are never returned. */
export const listener = newListener.extend({
  tenant_id: z.string(),
  _id: z.string(),
  listenerType: z.literal('webhook'),
  sealed_secret: z.string().min(1),
  previous_sealed_secret: z.string().optional(),
  previous_secret_until: z.number().optional(),
  /** Encrypted values of the additional headers, in order; the headers themselves hold a mask. */
  sealed_header_values: z.array(z.string()).optional(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Names of the top-level fields seen in authentic calls; learned from the first call on. */
  learned_fields: z.array(z.string()).default([]),
  /** Paths seen in payloads, in the notation of expressions: `resources[0].id`. */
  learned_paths: z.array(z.string()).default([]),
  last_called_at: z.string().optional(),
  /** Raised by each change that a user makes, not by learned fields or changes of the secret. */
  revision: z.number().default(1),
});

export type NewListener = z.output<typeof newListener>;
export type Listener = z.infer<typeof listener>;

/** As returned to callers: with its address, without its secret. */
export const listenerView = listener
  .omit({
    tenant_id: true,
    sealed_secret: true,
    previous_sealed_secret: true,
    sealed_header_values: true,
  })
  .extend({ webhook_url: z.string() });

export type ListenerView = z.infer<typeof listenerView>;

/** What happens to the old secret when a new one replaces it. */
export const previousSecret = z.enum(['ends_in_24_hours', 'ends_now']);
export type PreviousSecret = z.infer<typeof previousSecret>;

/** The response to a creation or a rotation, the only ones that contain the secret. */
export const listenerWithSecret = listenerView.extend({ secret: z.string() });

export const listenerPage = pageOf(listenerView);
