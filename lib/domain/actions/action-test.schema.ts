import * as z from 'zod';

/** One try of an action, with an integration and the values of its parameters. */
export const actionTestInput = z.strictObject({
  action_id: z.string().max(100),
  /** Left out for Python, whose clients have one each. */
  integration_id: z.string().max(60).optional(),
  /** Ids of integrations by the names of the clients. */
  clients: z.record(z.string().max(40), z.string().max(60)).default({}),
  parameters: z.record(z.string().max(60), z.unknown()).default({}),
  /** What would change something is told, and not done. */
  dry_run: z.boolean().default(true),
  /** Known to be run although the action deletes something. */
  confirmed: z.boolean().default(false),
});

/** What the action came to; nothing of it is kept. */
export const actionTest = z.object({
  status: z.enum(['SUCCEEDED', 'FAILED']),
  output: z.unknown().optional(),
  /** In place of an output that no answer holds: bytes of its JSON. */
  output_bytes: z.number().int().optional(),
  error: z.string().optional(),
  /** What was sent, or would be: a request with its address, a call of AWS, or work of an agent. */
  input: z.unknown().optional(),
  /** In place of what was sent, where no answer holds it: bytes of its JSON. */
  input_bytes: z.number().int().optional(),
  /** What it was not let do. Completes "It would ...". */
  would: z.string().optional(),
  duration_ms: z.number(),
});
export type ActionTest = z.infer<typeof actionTest>;
