import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * `pending` stands while a call runs, and for good where its process ended first: then nobody knows
 * whether it was done.
 */
const auditOutcomes = ['pending', 'done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/**
 * What somebody did or was refused. It holds names and ids, and of what was sent only the evidence
 * that its route names.
 */
export const auditRecord = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  user_id: z.string(),
  /** The API key they called with. */
  key_id: z.string().optional(),
  /** The route's key as a permission would be named: `create_listener`. */
  action_type: z.string(),
  created_at: z.string(),
  method: z.string(),
  /** The path that was called, without a query. */
  url: z.string(),
  /** The resource type, and the id where the call names or makes one. */
  object_type: z.string(),
  object_id: z.string().optional(),
  outcome: z.enum(auditOutcomes),
  /** The HTTP status that was answered. */
  status: z.number().optional(),
  /** Why it was refused. */
  reason: z.string().optional(),
  /** What was decided, by names for people. */
  evidence: z.record(z.string(), z.string()).optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditRecordView = auditRecord.omit({ tenant_id: true });
export type AuditRecordView = z.infer<typeof auditRecordView>;

export const auditPage = pageOf(auditRecordView);
