import * as z from 'zod';
import { textPart } from '#lib/kernel/answer-size.ts';
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

/** An attempt at a node before its last, and why it was not the last. */
const failedAttempt = z.object({
  /** Absent where the engine died over it, so that nothing more is known. */
  started_at: z.string().optional(),
  duration_ms: z.number().optional(),
  error: z.string(),
});
export type FailedAttempt = z.infer<typeof failedAttempt>;

/** What one node did in one run. `input` is its settings after their expressions were evaluated. */
export const nodeResult = z.object({
  status: executionState,
  attempt: z.number().int(),
  /** Those before, the first one first. */
  attempts: z.array(failedAttempt).optional(),
  /** When the first attempt began. */
  started_at: z.string(),
  ended_at: z.string().optional(),
  /** Of all attempts together, without the waits between them. */
  duration_ms: z.number().optional(),
  input: z.unknown().optional(),
  /** Absent when the value lies in files: then `output_ref` is present and the value is fetched. */
  output: z.unknown().optional(),
  output_ref: z.string().optional(),
  output_bytes: z.number().optional(),
  /** The way the run left this node. */
  handle: z.string().optional(),
  error: z.string().optional(),
  /** Of a parallel or loop: its lanes so far. */
  lanes: z
    .object({
      planned: z.number().int(),
      succeeded: z.number().int(),
      /** Those in which people refused, or did not answer in time. */
      rejected: z.number().int().optional(),
      failed: z.number().int(),
      /** Hand-outs in a row after which no lane had gone on. */
      stalls: z.number().int().optional(),
    })
    .optional(),
  /** Of a node that asks people, or has lanes that do: what they decided. */
  decision: decision.optional(),
  /** What it, or its lanes, asked of models, in US dollars, where their prices are known. */
  model_cost: z.number().optional(),
  /** In a dry run: what the node was not let do with its input. Completes "It would ...". */
  would: z.string().optional(),
  /** The output was taken from an earlier run's result. */
  cached: z.boolean().optional(),
  /** The node was not run: it is switched off, or the run takes its pinned data. */
  skipped: z.enum(['disabled', 'pinned']).optional(),
});
export type NodeResult = z.infer<typeof nodeResult>;

/** A result as it is read alone. */
export const readResult = nodeResult.extend({
  /** In place of a large `output`: one part of its JSON, and which part follows it. */
  output_part: textPart.optional(),
});
export type ReadResult = z.infer<typeof readResult>;

/** What a waiting run waits for; shown as "waiting for X until T". */
export const waitingFor = z.object({
  node_id: z.string(),
  kind: z.enum(['time', 'retry', 'look', ...questionKinds, 'message', 'task']),
  until: z.string(),
  /** Of a `look` at what lies outside: when the first of its attempt was. */
  since: z.string().optional(),
  approval_id: z.string().optional(),
  user_input_id: z.string().optional(),
  /** Of a `message`: the thread that people write to, and the place of what they write next. */
  thread: z.object({ chat_thread_id: z.string(), sequence: z.number() }).optional(),
});
export type WaitingFor = z.infer<typeof waitingFor>;

/** Where an event of a listener is kept. */
const eventPlace = z.object({ listener_id: z.string(), event_id: z.string() });
export type EventPlace = z.infer<typeof eventPlace>;

/** With what the event says that it is about. */
const titledEvent = eventPlace.extend({ title: z.string().optional() });

export const trigger = z.discriminatedUnion('type', [
  titledEvent.extend({
    type: z.literal('event'),
    /** Who replayed the event. */
    replayed_by: z.string().optional(),
  }),
  /** By hand; with the event that it reads, where it was given one. */
  z.object({ type: z.literal('manual'), user_id: z.string(), event: titledEvent.optional() }),
  z.object({ type: z.literal('schedule'), scheduled_time: z.string() }),
  /** A scan after which a rule finds resources that it did not find before, or no longer does. */
  z.object({
    type: z.literal('finding'),
    integration_id: z.string(),
    scan_id: z.string(),
    rule_id: z.string(),
    change: z.enum(findingChanges),
    /** Critical, where it says nothing. */
    criticality: z.enum(startingStatuses).optional(),
    title: z.string(),
  }),
  /** Another bot's failed run; its report is the input. */
  z.object({
    type: z.literal('error'),
    bot_id: z.string(),
    bot_exc_id: z.string(),
    bot_name: z.string().optional(),
  }),
  /** An agent of another bot's run, which waits for its end; what it gave is the input. */
  z.object({
    type: z.literal('agent'),
    bot_id: z.string(),
    bot_exc_id: z.string(),
    bot_name: z.string(),
    /** The bots of the runs above it, the first one first. */
    above: z.array(z.string()),
  }),
]);
export type Trigger = z.infer<typeof trigger>;

/** How a run differs from a plain one. */
const runOptions = z.object({
  /** Nodes that would change something answer what they would do. */
  dry_run: z.boolean().optional(),
  /** False: no node takes its result from the cache. */
  caching_settings: z.boolean().optional(),
  /** Same version, succeeded results taken over from that run. */
  resumed_from: z.string().optional(),
  /** Same trigger as that run, from the start, with the version that was current. */
  replay_of: z.string().optional(),
  /** Who made it start over, the first one first: they count as those who asked for the run. */
  restarted_by: z.array(z.string()).optional(),
  /** The run ends once it has done with this node. */
  until: z.string().max(64).optional(),
  /** With `resumed_from`: everything from this node on is run again. */
  from: z.string().max(64).optional(),
  /** Pinned data stands for what nodes would answer: for trying a draft. */
  use_pins: z.boolean().optional(),
  /** With `resumed_from`: only this turn of a loop is run, and nothing after the loop. */
  only: z.object({ node_id: z.string(), index: z.number().int() }).optional(),
});
export type RunOptions = z.infer<typeof runOptions>;

/** What a lane of a run waits for, by the lane's path. */
const laneWait = waitingFor.extend({ lane: z.string() });
export type LaneWait = z.infer<typeof laneWait>;

/** An open run waits for its slot, for the first step of its machine, or is under way. */
export const openStates = ['queued', 'new', 'open'] as const;
export type OpenState = (typeof openStates)[number];

/** A run as stored. A finished one never changes. */
export const execution = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  bot_id: z.string(),
  /** `tenant_id#bot_id`: key of the index by bot. */
  bot_key: z.string(),
  bot_name: z.string(),
  /** Those of the bot when the run began. */
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  /** Likewise: what a run saves people that succeeds. */
  minutes_saved: z.number().optional(),
  /** What its bot said as it began: how long it may work, waits apart. */
  deadline_minutes: z.number().optional(),
  version: z.number().int(),
  /** It was started while its bot was an app of the service portal, and not to try the bot. */
  app: z.boolean().optional(),
  state: executionState,
  /** What became of it, once it has ended: see `outcomeOf`. */
  outcome: outcomeKind.optional(),
  decision: decision.optional(),
  trigger,
  /** Input of a manual run; an event's payload stays with the event. */
  input: z.unknown().optional(),
  results: z.record(z.string(), nodeResult).default({}),
  /** Bytes of the results inside this item. */
  inline_bytes: z.number().default(0),
  waiting_for: waitingFor.optional(),
  options: runOptions.default({}),
  /** What some of the run's lanes wait for, by a short key; the state follows from it. */
  waits: z.record(z.string(), laneWait).default({}),
  errors: z.array(z.string()).default([]),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** Of one that ended by itself: what it used by list prices, and its models, in US dollars. */
  cost: z.number().optional(),
  deadline_at: z.string(),
  /** Present until the run has ended: what it was seen doing last, key of the sweeper's index. */
  open: z.enum(openStates).optional(),
  /** Of a run that a concurrency limit holds for: the slot that it takes while under way. */
  slot: z.string().optional(),
  /** Orders the runs that wait for a slot: `tenant_id#slot#_id`. */
  queue_at: z.string().optional(),
  /** Present from the end of the run until everything that follows from it is done. */
  outbox: z.string().optional(),
  /** The run that goes on where this one stopped: there is one at most. */
  resumed_as: z.string().optional(),
  /** Runs of one of its iterations alone, or from one of its nodes on; the newest, last. */
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
  /** What the run's branches and turns wait for. */
  waits: z.array(laneWait),
  /** Names of its nodes by their ids, where the bot that tells them is gone. */
  names: z.record(z.string(), z.string()).optional(),
});
export type ExecutionView = z.infer<typeof executionView>;

export const executionPage = pageOf(executionSummary);
