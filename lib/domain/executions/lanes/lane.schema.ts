import * as z from 'zod';
import { executionState, nodeResult, waitingFor } from '../execution.schema.ts';

/**
 * One way through a bot's graph inside a run: a branch of a parallel or a turn of a loop. Its path
 * names it: `<opener>.<index>`, below the lane that opened it: `each.000017/both.000001`. The run
 * itself is the lane with the empty path.
 */
export const lane = z.object({
  lane: z.string(),
  state: executionState,
  results: z.record(z.string(), nodeResult).default({}),
  inline_bytes: z.number().default(0),
  waiting_for: waitingFor.optional(),
  errors: z.array(z.string()).default([]),
  /** The item of a turn; a large one lies in files. */
  item: z.unknown().optional(),
  item_ref: z.string().optional(),
  /** The node whose output is what the lane came to. */
  output_node: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** Present until the lane has ended. */
  open: z.string().optional(),
});
export type Lane = z.infer<typeof lane>;
