import * as z from 'zod';

/** A test of an action, with an integration and values of its parameters. */
export const actionTestInput = z.strictObject({
  action_id: z.string().max(100),
  /** Absent for Python, whose clients each have an integration. */
  integration_id: z.string().max(60).optional(),
  /** Ids of integrations by client name. */
  clients: z.record(z.string().max(40), z.string().max(60)).default({}),
  parameters: z.record(z.string().max(60), z.unknown()).default({}),
  /** Calls that would change something are only reported, not made. */
  dry_run: z.boolean().default(true),
  /** The user has confirmed running an action that deletes something. */
  confirmed: z.boolean().default(false),
});

/** The result of a test; it is not stored. */
export const actionTest = z.object({
  status: z.enum(['SUCCEEDED', 'FAILED']),
  output: z.unknown().optional(),
  /** Size of the output's JSON in bytes, if it is too large for the response. */
  output_bytes: z.number().int().optional(),
  error: z.string().optional(),
  /** What was or would be sent: a request with its URL, an AWS call, or a job of an agent. */
  input: z.unknown().optional(),
  /** Size of the input's JSON in bytes, if it is too large for the response. */
  input_bytes: z.number().int().optional(),
  /** The action that the dry run skipped. Completes "It would ...". */
  would: z.string().optional(),
  duration_ms: z.number(),
});
export type ActionTest = z.infer<typeof actionTest>;
