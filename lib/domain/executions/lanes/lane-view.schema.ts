import * as z from 'zod';
import { pageOf, pageQuery, wholeNumber } from '#lib/kernel/page.ts';
import { executionState } from '../execution.schema.ts';
import { decision } from '../outcome/outcome.schema.ts';
import { lane } from './lane.schema.ts';

/** A lane's path: at most five parts, each an id and an index. */
export const lanePath = z.string().max(500);

/**
 * A lane as shown: its branch or iteration, its progress, and the results of its nodes. An item too
 * large for a list is given as `item_ref` only.
 */
const laneView = lane.omit({ inline_bytes: true, open: true }).extend({
  index: z.number().int(),
  /** What people decided in the lane. */
  decision: decision.optional(),
});
export type LaneView = z.infer<typeof laneView>;

export const lanePage = pageOf(laneView);

/** Lists the lanes that a node opened in `lane`, or in the run itself if `lane` is absent. */
export const lanesQuery = z.strictObject({
  bot_exc_id: z.string().max(80),
  node_id: z.string().max(64),
  lane: lanePath.optional(),
  /** Only the lane with this zero-based index. */
  index: wholeNumber(0, 999_999).optional(),
  state: executionState.optional(),
  // A lane holds up to 128 KB of results, and a response may have 6 MB.
  ...pageQuery(25),
});
