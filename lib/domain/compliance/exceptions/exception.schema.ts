import * as z from 'zod';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';
import { isVisibleLine } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';

/** The most exceptions of an organisation, including expired ones. */
export const maxExceptions = 1000;

/** The latest expiry, in days from now: then the exception must be reconsidered. */
export const maxExceptionDays = 366;

const id = z.string().min(1).max(100);

/** Which findings of its rule an exception covers. */
export const exceptionScope = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resource'),
    integration_id: id,
    resource: z.string().min(1).max(2000),
  }),
  /** Resources of all accounts that have the tag with exactly this value. */
  z.strictObject({
    kind: z.literal('tag'),
    key: z.string().trim().min(1, 'Enter the key of a tag.').max(128),
    value: z.string().max(256),
  }),
  /** All findings of the rule in an account. */
  z.strictObject({ kind: z.literal('integration'), integration_id: id }),
]);
export type ExceptionScope = z.infer<typeof exceptionScope>;

export const scopeKinds = ['resource', 'tag', 'integration'] as const;

/** The fields of an exception that may be changed. */
export const exceptionTerms = z.strictObject({
  reason: z
    .string('Enter the reason why this is accepted.')
    .trim()
    .refine(hasVisibleText, 'Enter the reason why this is accepted.')
    .max(500, 'A reason has at most 500 characters.'),
  /** The person who is responsible for it. */
  owner: z
    .string('Enter who is responsible for it.')
    .trim()
    .min(1, 'Enter who is responsible for it.')
    .max(100, 'An owner has at most 100 characters.')
    .refine(isVisibleLine, 'An owner must be one line, without invisible characters.'),
  /** The last day (UTC) on which it is in force; absent if it does not expire. */
  expires_on: z.iso.date('Enter a date such as 2026-01-31.').optional(),
});
export type ExceptionTerms = z.infer<typeof exceptionTerms>;

export const newException = exceptionTerms.extend({ rule_id: id, scope: exceptionScope });
export type NewException = z.infer<typeof newException>;

/** Accepted findings of a rule: while the exception is in force, they are shown as skipped. */
export const exception = newException.extend({
  tenant_id: z.string(),
  _id: z.string(),
  revision: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Exception = z.infer<typeof exception>;

export const exceptionView = exception.omit({ tenant_id: true }).extend({
  /** Whether its last day has passed, so that it is no longer in force. */
  expired: z.boolean(),
  /** Absent if the rule was deleted. */
  rule_title: z.string().optional(),
  /** The name of the integration; absent for tags, and if the integration was deleted. */
  alias: z.string().optional(),
});
export type ExceptionView = z.infer<typeof exceptionView>;

export const exceptionPage = pageOf(exceptionView);

const appliedFields = exception.pick({
  _id: true,
  revision: true,
  scope: true,
  reason: true,
  owner: true,
  expires_on: true,
});

/** The fields of an exception that are shown with a finding. */
export const appliedException = z.object(appliedFields.shape);
export type AppliedException = z.infer<typeof appliedException>;
