import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import type { EngineDeps } from '../deps.ts';

export type Done = {
  type: 'done';
  output?: unknown;
  /** The way out that the run takes; none where a kind has none. */
  handle?: string;
  /** Why people stopped the run here; it goes on only where an arrow leads on from the handle. */
  stopped?: string;
};

export type Failed = { type: 'failed'; error: string; output?: unknown };

/**
 * The run stops here until a time, or until people have decided; `input` is what they are asked.
 */
export type Wait = {
  type: 'wait';
  kind: WaitingFor['kind'];
  until: number;
  input?: unknown;
  /** What a dry run takes for the outcome instead of waiting. */
  pretend: Done;
};

/** Work outside of the engine: `input` is written before it happens. */
export type Effect = {
  type: 'effect';
  input: unknown;
  /** What a dry run takes for the outcome; absent where the work changes nothing outside. */
  pretend?: Done;
};

/** What a dry run answers instead of an effect: `would` completes "It would ...". */
export const pretended = (would: string, handle = 'next'): Done => ({
  type: 'done',
  output: { dry_run: true, would },
  handle,
});

export const failed = (error: string): Failed => ({ type: 'failed', error });

export type Call = {
  node: GraphNode;
  /** The settings with defaults and expressions evaluated; not checked again. */
  settings: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  now: number;
};

export type EffectCall = Call & {
  /** The same for every attempt: `execution:node:iteration`. */
  key: string;
  deps: Pick<EngineDeps, 'outgoing'>;
};

/** A run that comes back to where it waited. */
export type ResumeCall = {
  node: GraphNode;
  waiting: WaitingFor;
  now: number;
  /** Its approval as it stands; a pending one whose time is over has expired. */
  approval: () => Promise<Approval | undefined>;
};

/**
 * One kind of node. A kind whose `begin` answers `effect` has `perform`, one that waits `resume`.
 */
export type NodeRules = {
  /** Without effect, so it may be repeated after a crash. */
  begin(call: Call): Done | Failed | Wait | Effect;
  perform?(call: EffectCall): Promise<Done | Failed>;
  /** undefined: it waits on. */
  resume?(call: ResumeCall): Promise<Done | undefined>;
};
