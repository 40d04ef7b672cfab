import * as z from 'zod';
import { executionState, nodeResult, waitingFor } from '../execution.schema.ts';

/**
 * One line of execution within a run: a branch of a parallel or an iteration of a loop. Its path is
 * `<opener>.<index>` below the path of the lane that opened it, such as `each.000017/both.000001`.
 * The run itself is the lane with the empty path.
 */
export const lane = z.object({
  lane: z.string(),
  state: executionState,
  results: z.record(z.string(), nodeResult).default({}),
  inline_bytes: z.number().default(0),
  waiting_for: waitingFor.optional(),
  errors: z.array(z.string()).default([]),
  /** The item of a loop iteration; a large one is stored in a file, named by `item_ref`. */
  item: z.unknown().optional(),
  item_ref: z.string().optional(),
  /** The node whose output is the result of the lane. */
  output_node: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** Present until the lane ends. */
  open: z.string().optional(),
});
export type Lane = z.infer<typeof lane>;
