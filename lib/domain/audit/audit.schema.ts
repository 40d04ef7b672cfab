import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * `pending` is the outcome while a call runs. It stays if the process died first: then nobody knows
 * whether the call was carried out.
 */
const auditOutcomes = ['pending', 'done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** A field that a call has changed; an absent text means that there was no value. */
const auditChange = z.object({
  /** Nested fields are named like `policies.ALLOW.bot`. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** The field changed, but its text must not be shown here: a secret, or a drawing. */
  hidden: z.literal(true).optional(),
});
export type AuditChange = z.infer<typeof auditChange>;

/**
 * A call that a user made or was refused. It holds names and ids; of what was sent it holds only
 * the evidence and the changes that its route names.
 */
export const auditRecord = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  user_id: z.string(),
  /** The id of the API key that was used. */
  key_id: z.string().optional(),
  /** The IP address of the caller. */
  address: z.string().optional(),
  /** The route's key in the form of a permission: `create_listener`. */
  action_type: z.string(),
  created_at: z.string(),
  method: z.string(),
  /** The path that was called, without its query. */
  url: z.string(),
  /** The resource type, and the id if the call names or creates one. */
  object_type: z.string(),
  object_id: z.string().optional(),
  /** The resource's display name, if the route records changes and the resource has a name. */
  object_name: z.string().optional(),
  outcome: z.enum(auditOutcomes),
  /** The HTTP status of the response. */
  status: z.number().optional(),
  /** Why the call was refused. */
  reason: z.string().optional(),
  /** What was decided, by labels that people read. */
  evidence: z.record(z.string(), z.string()).optional(),
  changes: z.array(auditChange).optional(),
  /** How many changes were left out. */
  more_changes: z.number().optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditRecordView = auditRecord.omit({ tenant_id: true });
export type AuditRecordView = z.infer<typeof auditRecordView>;

/** A record in a list, without its changes, which only the record itself contains. */
export const auditRecordSummary = auditRecordView.omit({ changes: true, more_changes: true });
export type AuditRecordSummary = z.infer<typeof auditRecordSummary>;

export const auditPage = pageOf(auditRecordSummary);
