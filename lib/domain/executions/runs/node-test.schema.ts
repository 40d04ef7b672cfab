import * as z from 'zod';
import { graph } from '../../bots/bot.schema.ts';
import { nodeKinds } from '../../bots/node-kind.schema.ts';
import { executionState } from '../execution.schema.ts';
import { lanePath } from '../lanes/lane-view.schema.ts';

/** An event that a listener received; the caller must be allowed to read it. */
export const eventGiven = z.strictObject({
  listener_id: z.string().max(60),
  event_id: z.string().max(80),
});

/**
 * A test of one node, with the graph as it is drawn, or as a version has it (the draft's). A graph
 * that is given, and a test that is no dry run, need the right to change bots as well, and to test
 * actions where the node runs any: otherwise it does what a run may do.
 */
export const nodeTestInput = z.strictObject({
  bot_id: z.string().max(60),
  node_id: z.string().max(64),
  graph: graph.optional(),
  version: z.number().int().min(1).optional(),
  /** What expressions read as `$event`. */
  event: z.unknown().optional(),
  /** An event of a listener, read where no other is given. */
  from_event: eventGiven.optional(),
  /** What expressions read as `$nodes`, by the nodes' names. */
  nodes: z.record(z.string().max(100), z.unknown()).optional(),
  /** A run of this bot whose event and outputs are read where none are given. */
  from_execution: z.string().max(80).optional(),
  /** The turn or branch of that run that the node lies in. */
  lane: lanePath.optional(),
  /** A node that changes something answers what it would do. */
  dry_run: z.boolean().default(true),
});

/** What the node came to; nothing of it is kept. */
export const nodeTest = z.object({
  status: executionState,
  output: z.unknown().optional(),
  /** In place of an output that no answer holds: bytes of its JSON. */
  output_bytes: z.number().int().optional(),
  error: z.string().optional(),
  /** Its settings after their expressions were evaluated. */
  input: z.unknown().optional(),
  /** In place of settings that no answer holds: bytes of their JSON. */
  input_bytes: z.number().int().optional(),
  /** What it was not let do. Completes "It would ...". */
  would: z.string().optional(),
  /** Calls of an agent that were not made: they need approval, and a test asks nobody. */
  calls_not_made: z.number().int().optional(),
  duration_ms: z.number(),
});
export type NodeTest = z.infer<typeof nodeTest>;

/** The same with what was tested: the kind of node, and the accounts that it used. */
export const testedNode = nodeTest.extend({
  node_type: z.enum(nodeKinds),
  integration_ids: z.array(z.string()),
});
