import * as z from 'zod';
import { saysSomething } from '#lib/kernel/says-something.ts';
import { isSeen } from '#lib/kernel/one-line.ts';
import { pageOf } from '#lib/kernel/page.ts';

/** So many exceptions an organisation keeps at most, those that have expired included. */
export const mostExceptions = 1000;

/** An exception that expires does so within so many days: then somebody looks at it again. */
export const longestDays = 366;

const id = z.string().min(1).max(100);

/** What an exception covers of what its rule finds. */
export const exceptionScope = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resource'),
    integration_id: id,
    resource: z.string().min(1).max(2000),
  }),
  /** Resources of every account that bear the tag with exactly this value. */
  z.strictObject({
    kind: z.literal('tag'),
    key: z.string().trim().min(1, 'Enter the key of a tag.').max(128),
    value: z.string().max(256),
  }),
  /** Everything that the rule finds in an account. */
  z.strictObject({ kind: z.literal('integration'), integration_id: id }),
]);
export type ExceptionScope = z.infer<typeof exceptionScope>;

export const scopeKinds = ['resource', 'tag', 'integration'] as const;

/** What of an exception may be changed. */
export const exceptionTerms = z.strictObject({
  reason: z
    .string('Say why this is accepted.')
    .trim()
    .refine(saysSomething, 'Say why this is accepted.')
    .max(500, 'A reason has at most 500 characters.'),
  /** Who answers for it. */
  owner: z
    .string('Say who answers for it.')
    .trim()
    .min(1, 'Say who answers for it.')
    .max(100, 'An owner has at most 100 characters.')
    .refine(isSeen, 'An owner is one line, without characters that nobody sees.'),
  /** The last day (UTC) on which it counts; absent means until somebody ends it. */
  expires_on: z.iso.date('Give a day such as 2026-01-31.').optional(),
});
export type ExceptionTerms = z.infer<typeof exceptionTerms>;

export const newException = exceptionTerms.extend({ rule_id: id, scope: exceptionScope });
export type NewException = z.infer<typeof newException>;

/** Findings of a rule that are accepted: while it counts they are shown as skipped. */
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
  /** Its last day is over: it counts no more. */
  expired: z.boolean(),
  /** Absent where the rule is gone. */
  rule_title: z.string().optional(),
  /** The integration's name; absent for tags, and where the integration is gone. */
  alias: z.string().optional(),
});
export type ExceptionView = z.infer<typeof exceptionView>;

export const exceptionPage = pageOf(exceptionView);

const told = exception.pick({
  _id: true,
  revision: true,
  scope: true,
  reason: true,
  owner: true,
  expires_on: true,
});

/** What is told of the exception that a finding is under. */
export const appliedException = z.object(told.shape);
export type AppliedException = z.infer<typeof appliedException>;
