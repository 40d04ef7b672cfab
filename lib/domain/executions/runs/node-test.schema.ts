import * as z from 'zod';
import { graph } from '../../bots/bot.schema.ts';
import { nodeKinds } from '../../bots/node-kinds.schema.ts';
import { executionState } from '../execution.schema.ts';
import { lanePath } from '../lanes/lane-view.schema.ts';

/** An event that a listener received; the caller must be allowed to read it. */
export const chosenEvent = z.strictObject({
  listener_id: z.string().max(60),
  event_id: z.string().max(80),
});

/**
 * A test of one node, with the given graph or that of a version (by default the draft). Passing a
 * graph, or testing without dry run, also needs permission to update bots and, if the node runs
 * actions, to test actions; otherwise the permission to start runs is enough.
 */
export const nodeTestInput = z.strictObject({
  bot_id: z.string().max(60),
  node_id: z.string().max(64),
  graph: graph.optional(),
  version: z.number().int().min(1).optional(),
  /** What expressions read as `$event`. */
  event: z.unknown().optional(),
  /** A listener event, read if `event` is not given. */
  from_event: chosenEvent.optional(),
  /** What expressions read as `$nodes`, by the nodes' names. */
  nodes: z.record(z.string().max(100), z.unknown()).optional(),
  /** A run of this bot whose event and outputs are used if none are given. */
  from_execution: z.string().max(80).optional(),
  /** The loop iteration or branch of that run that contains the node. */
  lane: lanePath.optional(),
  /** A node with side effects only reports what it would do. */
  dry_run: z.boolean().default(true),
});

/** The result of a node test; it is not stored. */
export const nodeTest = z.object({
  status: executionState,
  output: z.unknown().optional(),
  /** Size of the output's JSON in bytes, if it is too large for the response. */
  output_bytes: z.number().int().optional(),
  error: z.string().optional(),
  /** Its settings after their expressions were evaluated. */
  input: z.unknown().optional(),
  /** Size of the settings' JSON in bytes, if they are too large for the response. */
  input_bytes: z.number().int().optional(),
  /** The action that the dry run skipped. Completes "It would ...". */
  would: z.string().optional(),
  /** Number of agent calls that were not made: they need approval, and a test asks nobody. */
  calls_not_made: z.number().int().optional(),
  duration_ms: z.number(),
});
export type NodeTest = z.infer<typeof nodeTest>;

/** A test result with the kind of the tested node and the integrations that it uses. */
export const testedNode = nodeTest.extend({
  node_type: z.enum(nodeKinds),
  integration_ids: z.array(z.string()),
});
