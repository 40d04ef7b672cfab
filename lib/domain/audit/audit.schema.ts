import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * `pending` stands while a call runs, and for good where its process ended first: then nobody knows
 * whether it was done.
 */
const auditOutcomes = ['pending', 'done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** A field that a call has changed; absent texts are those of nothing. */
const auditChange = z.object({
  /** Inner ones as `policies.ALLOW.bot`. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** It changed, and its text is nobody's to read here: a secret, or a drawing. */
  hidden: z.literal(true).optional(),
});
export type AuditChange = z.infer<typeof auditChange>;

/**
 * What somebody did or was refused. It holds names and ids, and of what was sent only the evidence
 * and the changes that its route names.
 */
export const auditRecord = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  user_id: z.string(),
  /** The API key they called with. */
  key_id: z.string().optional(),
  /** The IP address that they called from. */
  address: z.string().optional(),
  /** The route's key as a permission would be named: `create_listener`. */
  action_type: z.string(),
  created_at: z.string(),
  method: z.string(),
  /** The path that was called, without a query. */
  url: z.string(),
  /** The resource type, and the id where the call names or makes one. */
  object_type: z.string(),
  object_id: z.string().optional(),
  /** What people call it, where the route tells changes of something with a name. */
  object_name: z.string().optional(),
  outcome: z.enum(auditOutcomes),
  /** The HTTP status that was answered. */
  status: z.number().optional(),
  /** Why it was refused. */
  reason: z.string().optional(),
  /** What was decided, by names for people. */
  evidence: z.record(z.string(), z.string()).optional(),
  changes: z.array(auditChange).optional(),
  /** How many changes are left off. */
  more_changes: z.number().optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditRecordView = auditRecord.omit({ tenant_id: true });
export type AuditRecordView = z.infer<typeof auditRecordView>;

/** A record in a list: its changes are read with it alone. */
export const auditRecordSummary = auditRecordView.omit({ changes: true, more_changes: true });
export type AuditRecordSummary = z.infer<typeof auditRecordSummary>;

export const auditPage = pageOf(auditRecordSummary);
