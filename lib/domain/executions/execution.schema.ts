import * as z from 'zod';
import { textPart } from '#lib/kernel/response-size.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { findingChanges, startingStatuses } from '#lib/kernel/findings.ts';
import { categories, importances } from '../bots/bot.schema.ts';
import { questionKinds } from '../questions/question.schema.ts';
import { decision, outcomeKind } from './outcome/outcome.schema.ts';

/** States of a run and of its nodes. */
export const executionStates = [
  'QUEUED',
  'IN_PROGRESS',
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_INPUT',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const;
export const executionState = z.enum(executionStates);
export type ExecutionState = z.infer<typeof executionState>;

/** A failed attempt at a node that was followed by another attempt. */
const failedAttempt = z.object({
  /** Absent if the engine crashed during the attempt, so nothing else is known of it. */
  started_at: z.string().optional(),
  duration_ms: z.number().optional(),
  error: z.string(),
});
export type FailedAttempt = z.infer<typeof failedAttempt>;

/** What one node did in one run. `input` is its settings after their expressions were evaluated. */
export const nodeResult = z.object({
  status: executionState,
  attempt: z.number().int(),
  /** The earlier attempts, oldest first. */
  attempts: z.array(failedAttempt).optional(),
  /** When the first attempt began. */
  started_at: z.string(),
  ended_at: z.string().optional(),
  /** Total of all attempts, without the waits between them. */
  duration_ms: z.number().optional(),
  input: z.unknown().optional(),
  /** Absent if the value is stored in a file: then `output_ref` is set and the value is fetched. */
  output: z.unknown().optional(),
  output_ref: z.string().optional(),
  output_bytes: z.number().optional(),
  /** The handle through which the run left this node. */
  handle: z.string().optional(),
  error: z.string().optional(),
  /** For a parallel or loop: counts of its lanes so far. */
  lanes: z
    .object({
      planned: z.number().int(),
      succeeded: z.number().int(),
      /** Lanes in which people rejected, or did not answer in time. */
      rejected: z.number().int().optional(),
      failed: z.number().int(),
      /** Number of consecutive hand-outs of lanes in which no lane made progress. */
      stalls: z.number().int().optional(),
    })
    .optional(),
  /** What people decided, for a node that asks people or whose lanes do. */
  decision: decision.optional(),
  /** Cost of model calls of the node or its lanes in US dollars, as far as prices are known. */
  model_cost: z.number().optional(),
  /** In a dry run: the action that the node skipped. Completes "It would ...". */
  would: z.string().optional(),
  /** The output was taken from an earlier run's result. */
  cached: z.boolean().optional(),
  /** Why the node was not run: it is disabled, or its pinned data is used. */
  skipped: z.enum(['disabled', 'pinned']).optional(),
});
export type NodeResult = z.infer<typeof nodeResult>;

/** A single result, as `getNodeResult` returns it. */
export const nodeResultView = nodeResult.extend({
  /** One part of the JSON of a large `output`, and the number of the next part. */
  output_part: textPart.optional(),
});
export type NodeResultView = z.infer<typeof nodeResultView>;

/** What a run or lane waits for; shown as "waiting for X until T". */
export const waitingFor = z.object({
  node_id: z.string(),
  kind: z.enum(['time', 'retry', 'look', ...questionKinds, 'message', 'task']),
  until: z.string(),
  /** For a `look` (polling something outside): when the first look of the attempt took place. */
  since: z.string().optional(),
  approval_id: z.string().optional(),
  user_input_id: z.string().optional(),
  /** For a `message`: the chat thread, and the sequence number of the message that is awaited. */
  thread: z.object({ chat_thread_id: z.string(), sequence: z.number() }).optional(),
});
export type WaitingFor = z.infer<typeof waitingFor>;

/** Identifies a stored event of a listener. */
const eventRef = z.object({ listener_id: z.string(), event_id: z.string() });
export type EventRef = z.infer<typeof eventRef>;

/** An event with its title, if it has one. */
const titledEvent = eventRef.extend({ title: z.string().optional() });

export const trigger = z.discriminatedUnion('type', [
  titledEvent.extend({
    type: z.literal('event'),
    /** The user who replayed the event. */
    replayed_by: z.string().optional(),
  }),
  /** Started by hand, perhaps with a listener event to read. */
  z.object({ type: z.literal('manual'), user_id: z.string(), event: titledEvent.optional() }),
  z.object({ type: z.literal('schedule'), scheduled_time: z.string() }),
  /** A scan found resources that violate a rule and did not before, or no longer do. */
  z.object({
    type: z.literal('finding'),
    integration_id: z.string(),
    scan_id: z.string(),
    rule_id: z.string(),
    change: z.enum(findingChanges),
    /** Absent means `alarm`. */
    criticality: z.enum(startingStatuses).optional(),
    title: z.string(),
  }),
  /** Another bot's failed run; a report of the failure is the input. */
  z.object({
    type: z.literal('error'),
    bot_id: z.string(),
    bot_exc_id: z.string(),
    bot_name: z.string().optional(),
  }),
  /** An AI agent of another bot's run, which waits for this run to end; it supplied the input. */
  z.object({
    type: z.literal('agent'),
    bot_id: z.string(),
    bot_exc_id: z.string(),
    bot_name: z.string(),
    /** Ids of the bots of all runs above this one, the outermost first. */
    above: z.array(z.string()),
  }),
]);
export type Trigger = z.infer<typeof trigger>;

/** Options of a run; all are absent for a normal run. */
const runOptions = z.object({
  /** Nodes with side effects only report what they would do. */
  dry_run: z.boolean().optional(),
  /** False: no node takes its result from the cache. */
  caching_settings: z.boolean().optional(),
  /** Id of the run whose results of finished nodes were taken over. */
  resumed_from: z.string().optional(),
  /** Id of the run that this one repeats from the start, with the version published then. */
  replay_of: z.string().optional(),
  /** Users who resumed or replayed it, oldest first; they count as people who asked for the run. */
  restarted_by: z.array(z.string()).optional(),
  /** Id of a node after which the run ends. */
  until: z.string().max(64).optional(),
  /** With `resumed_from`: this node and everything after it is run again. */
  from: z.string().max(64).optional(),
  /** Nodes with pinned data are not run and return that data, to try out a draft. */
  use_pins: z.boolean().optional(),
  /** With `resumed_from`: only this loop iteration is run, and nothing after the loop. */
  only: z.object({ node_id: z.string(), index: z.number().int() }).optional(),
});
export type RunOptions = z.infer<typeof runOptions>;

/** What a lane of a run waits for, with the lane's path. */
const laneWait = waitingFor.extend({ lane: z.string() });
export type LaneWait = z.infer<typeof laneWait>;

/** An open run waits for its slot, waits for the first step of its machine, or is running. */
export const openPhases = ['queued', 'new', 'open'] as const;
export type OpenPhase = (typeof openPhases)[number];

/** A run as stored. After its end only follow-up marks such as `outbox` and `resumed_as` change. */
export const execution = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  bot_id: z.string(),
  /** `tenant_id#bot_id`: key of the index by bot. */
  bot_key: z.string(),
  bot_name: z.string(),
  /** Category and importance of the bot when the run was created. */
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  /** Minutes that a successful run saves people, as set in the bot when the run was created. */
  minutes_saved: z.number().optional(),
  /** Maximum working time in minutes without waits, as set in the bot when the run was created. */
  deadline_minutes: z.number().optional(),
  version: z.number().int(),
  /** The run was started from an app of the service portal, and not to try the bot. */
  app: z.boolean().optional(),
  state: executionState,
  /** The outcome of an ended run: see `outcomeOf`. */
  outcome: outcomeKind.optional(),
  decision: decision.optional(),
  trigger,
  /** Input of the run; the payload of a listener event stays with the event. */
  input: z.unknown().optional(),
  results: z.record(z.string(), nodeResult).default({}),
  /** Bytes of the results stored in this item. */
  inline_bytes: z.number().default(0),
  waiting_for: waitingFor.optional(),
  options: runOptions.default({}),
  /** What the run's lanes wait for, by a short key; `state` is derived from it. */
  waits: z.record(z.string(), laneWait).default({}),
  errors: z.array(z.string()).default([]),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** Cost in US dollars at list prices, models included; only set if the run ended by itself. */
  cost: z.number().optional(),
  deadline_at: z.string(),
  /** Present until the run ends: its last known phase, and the partition of the `open` index. */
  open: z.enum(openPhases).optional(),
  /** The slot that the run occupies while it runs, if a concurrency limit applies to it. */
  slot: z.string().optional(),
  /** Sort key of the queue of runs that wait for a slot: `tenant_id#slot#_id`. */
  queue_at: z.string().optional(),
  /** Present from the end of the run until all follow-up work is done. */
  outbox: z.string().optional(),
  /** Id of the run that resumed this one; there is at most one. */
  resumed_as: z.string().optional(),
  /** Ids of runs that repeat one iteration, or everything from one node on; newest last. */
  again_as: z.array(z.string()).optional(),
});
export type Execution = z.infer<typeof execution>;

export const executionSummary = execution.omit({
  tenant_id: true,
  bot_key: true,
  category: true,
  importance: true,
  minutes_saved: true,
  deadline_minutes: true,
  cost: true,
  results: true,
  input: true,
  inline_bytes: true,
  waits: true,
  open: true,
  slot: true,
  queue_at: true,
  outbox: true,
  again_as: true,
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** A run with every node's result, keyed by node id, and what started it. */
export const executionView = executionSummary.extend({
  results: z.record(z.string(), nodeResult),
  input: z.unknown().optional(),
  /** What the run's branches and iterations wait for. */
  waits: z.array(laneWait),
  /** Names of the nodes by id, if the bot was deleted. */
  names: z.record(z.string(), z.string()).optional(),
});
export type ExecutionView = z.infer<typeof executionView>;

export const executionPage = pageOf(executionSummary);
