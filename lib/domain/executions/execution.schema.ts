import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';

/** States of a run (spec 1 section 4). */
export const executionStates = [
  'IN_PROGRESS',
  'SUCCEEDED',
  'FAILED',
  'WAITING_FOR_APPROVAL',
  'CANCELLED',
] as const;
export const executionState = z.enum(executionStates);
export type ExecutionState = z.infer<typeof executionState>;

/** What one node did in one run. `input` is its settings after their expressions were evaluated. */
export const nodeResult = z.object({
  status: executionState,
  attempt: z.number().int(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  duration_ms: z.number().optional(),
  input: z.unknown().optional(),
  /** Absent when the value lies in files: then `output_ref` is present and the value is fetched. */
  output: z.unknown().optional(),
  output_ref: z.string().optional(),
  output_bytes: z.number().optional(),
  /** The way the run left this node. */
  handle: z.string().optional(),
  error: z.string().optional(),
});
export type NodeResult = z.infer<typeof nodeResult>;

/** What a waiting run waits for; shown as "waiting for X until T". */
export const waitingFor = z.object({
  node_id: z.string(),
  kind: z.enum(['time', 'approval']),
  until: z.string(),
  approval_id: z.string().optional(),
});
export type WaitingFor = z.infer<typeof waitingFor>;

export const trigger = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), listener_id: z.string(), event_id: z.string() }),
  z.object({ type: z.literal('manual'), user_id: z.string() }),
]);
export type Trigger = z.infer<typeof trigger>;

/** A run as stored. A finished one never changes. */
export const execution = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  bot_id: z.string(),
  /** `tenant_id#bot_id`: key of the index by bot. */
  bot_key: z.string(),
  bot_name: z.string(),
  version: z.number().int(),
  state: executionState,
  trigger,
  /** Input of a manual run; an event's payload stays with the event. */
  input: z.unknown().optional(),
  results: z.record(z.string(), nodeResult).default({}),
  /** Bytes of the results inside this item. */
  inline_bytes: z.number().default(0),
  waiting_for: waitingFor.optional(),
  errors: z.array(z.string()).default([]),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  deadline_at: z.string(),
  /** Present until the run has ended: key of the sweeper's index. */
  open: z.string().optional(),
});
export type Execution = z.infer<typeof execution>;

export const executionSummary = execution.omit({
  tenant_id: true,
  bot_key: true,
  results: true,
  input: true,
  inline_bytes: true,
  open: true,
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** A run with every node's result, keyed by node id, and what started it. */
export const executionView = executionSummary.extend({
  results: z.record(z.string(), nodeResult),
  input: z.unknown().optional(),
});
export type ExecutionView = z.infer<typeof executionView>;

export const executionPage = pageOf(executionSummary);
