import * as z from 'zod';
import { headerToken } from '#lib/kernel/header.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { secretMask } from '#lib/kernel/text.ts';

/** What a secret is, which says how requests carry it; `webhook_url` is the address itself. */
export const credentialKinds = [
  'bearer',
  'basic',
  'header',
  'query',
  'webhook_url',
  'signing_secret',
] as const;
export const credentialKind = z.enum(credentialKinds);
export type CredentialKind = z.infer<typeof credentialKind>;

const credentialName = z
  .string('Please enter name')
  .trim()
  .min(1, 'Please enter name')
  .min(3, 'The name needs 3 to 100 characters.')
  .max(100, 'The name needs 3 to 100 characters.')
  .regex(/^[A-Za-z0-9 -]*$/, 'Use letters, digits, hyphens and spaces only.');

/**
 * `host` (https) or `host:port`, as URLs spell it: one spelling a host, so that texts can be
 * compared.
 */
const host = z
  .string('Enter a host.')
  .max(300)
  .transform((text, context) => {
    const url = /^[^\s/\\@?#]+$/.test(text) ? URL.parse(`https://${text}`) : null;
    if (url && /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/.test(url.host)) return url.host;
    context.addIssue('Write each host as api.example.com or api.example.com:8443.');
    return z.NEVER;
  });

const fields = {
  name: credentialName,
  /** Where it may be sent; a webhook's address names its host itself and takes none. */
  hosts: z
    .array(host)
    .max(20, 'Name at most 20 hosts.')
    .transform((list) => [...new Set(list)])
    .default([]),
  /** Of kind `basic`. */
  username: z.string().min(1).max(200).optional(),
  /** Of kind `header`. */
  header_name: headerToken.optional(),
  /** Of kind `query`. */
  param_name: z
    .string()
    .regex(/^[A-Za-z0-9_.~-]{1,100}$/, 'Use letters, digits, hyphens and underscores.')
    .optional(),
};

const secret = z.string('Enter the secret.').max(8000, 'The secret is too long.');

export const newCredential = z.strictObject({ ...fields, kind: credentialKind, secret });

/** The kind stays; a blank secret, or the mask, keeps the one there is. */
export const credentialChange = z.strictObject({ ...fields, secret: secret.optional() });

/** As stored: the secret sealed, never answered. */
export const credential = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  kind: credentialKind,
  hosts: z.array(z.string()),
  username: z.string().optional(),
  header_name: z.string().optional(),
  param_name: z.string().optional(),
  sealed_secret: z.string().min(1),
  /** Raised by every change. */
  revision: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type NewCredential = z.output<typeof newCredential>;
export type CredentialChange = z.output<typeof credentialChange>;
export type Credential = z.infer<typeof credential>;

export const credentialView = credential
  .omit({ tenant_id: true, sealed_secret: true, revision: true })
  .extend({ secret: z.literal(secretMask) });
export type CredentialView = z.infer<typeof credentialView>;

export const credentialPage = pageOf(credentialView);
