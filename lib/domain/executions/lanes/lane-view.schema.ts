import * as z from 'zod';
import { pageOf, pageQuery, wholeNumber } from '#lib/kernel/page.ts';
import { executionState } from '../execution.schema.ts';
import { decision } from '../outcome/outcome.schema.ts';
import { lane } from './lane.schema.ts';

/** A lane's path: at most five steps of an id and an index. */
export const lanePath = z.string().max(500);

/**
 * A lane as shown: its turn or branch, how far it is, and the results of its nodes. An item that is
 * too large for a list is named by `item_ref` only.
 */
const laneView = lane.omit({ inline_bytes: true, open: true }).extend({
  index: z.number().int(),
  /** What people decided in it. */
  decision: decision.optional(),
});
export type LaneView = z.infer<typeof laneView>;

export const lanePage = pageOf(laneView);

/** The lanes that the node opened in the lane `lane`; the run itself where that is absent. */
export const lanesQuery = z.strictObject({
  bot_exc_id: z.string().max(80),
  node_id: z.string().max(64),
  lane: lanePath.optional(),
  /** Only the one with this index; the first is number 0. */
  index: wholeNumber(0, 999_999).optional(),
  state: executionState.optional(),
  // A lane holds up to 128 KB of results, and an answer 6 MB.
  ...pageQuery(25),
});
