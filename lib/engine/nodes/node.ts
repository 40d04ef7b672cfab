import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { BotSettings, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type {
  Approval,
  DriftedResource,
  SecondReading,
} from '#lib/domain/approvals/approval.schema.ts';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import type { Decision } from '#lib/domain/executions/outcome/outcome.schema.ts';
import type { QuestionKind } from '#lib/domain/questions/question.schema.ts';
import type { StoredQuestion } from '#lib/domain/questions/question.service.ts';
import type { EngineDeps } from '../deps.ts';
import type { FoundAction } from '../own-actions.ts';
import type { ChildRuns } from './ai-agent/child-runs.ts';
import type { Transcript } from './ai-agent/transcript.ts';

export type Done = {
  type: 'done';
  output?: unknown;
  /** The handle by which the run continues; absent where the kind has none. */
  handle?: string;
  /** Why people stopped the run here; it continues only if an arrow begins at the handle. */
  stopped?: string;
  /** What people decided here. */
  decision?: Decision;
  /** In a dry run: what was not done. Completes "It would ...". */
  would?: string;
  /** Milliseconds of its duration spent waiting for people. */
  waitedMs?: number;
  /** US dollars spent on models, where their prices are known. */
  modelCost?: number | undefined;
};

export type Failed = {
  type: 'failed';
  error: string;
  output?: unknown;
  /** The handle by which the node's policy continues after the failure. */
  handle?: string;
  /**
   * 'no' where another attempt would fail as well; milliseconds that the service asked to wait;
   * absent where the policy may retry at its own pace.
   */
  retry?: 'no' | number;
  /** The request was sent and may have taken effect. */
  mayBeDone?: boolean;
  waitedMs?: number;
  modelCost?: number | undefined;
};

/** The run stops here until a time, or until people have decided on the question in `input`. */
export type Wait = {
  type: 'wait';
  kind: WaitingFor['kind'];
  until: number;
  input?: unknown;
  /** The outcome that a dry run assumes instead of waiting. */
  pretend: Done;
};

/** Work outside of the engine; `input` is stored before it happens. */
export type Effect = {
  type: 'effect';
  input: unknown;
  /** The outcome that a dry run assumes; absent where the work changes nothing outside. */
  pretend?: Done;
  /** The work needs an approval, so a test of the node does not do it. */
  needsApproval?: true;
  /** The work may return `later` and be called again: repeating it must be harmless. */
  looks?: true;
  /** A dry run calls `rehearse` for the expected outcome before it pretends. */
  isRehearsed?: true;
  /** Although a dry run skips the work, it may be repeated to read a set again. */
  mayReread?: true;
};

/**
 * An outside state that the effect waits for is not reached yet. It is polled again until
 * `withinMs` have passed since the first poll; nothing in the engine blocks meanwhile.
 */
export type Later = {
  type: 'later';
  /** Milliseconds until the next poll; unless `exact`, polls get further apart with time. */
  afterMs: number;
  exact?: true;
  withinMs: number;
  /** The outcome where no further poll follows. */
  fallback: Failed;
};

/**
 * An effect under way asks people before it continues. The run waits as at a node that asks; a
 * further call, in the same attempt, reads their decision.
 */
export type Asks = { type: 'asks'; until: number; fallback: Failed } & (
  | {
      kind: QuestionKind;
      /** The question's id, which makes sure that it is asked only once. */
      id: string;
      /** The content of the question. */
      input: unknown;
    }
  /** People must write into the thread of an agent. */
  | { kind: 'message'; thread: NonNullable<WaitingFor['thread']> }
);

/** The outcome of one call of an effect. */
export type EffectOutcome = Done | Failed | Later | Asks;

/** The outcome of an effect that is called only once. */
export const finalOutcome = (outcome: EffectOutcome): Done | Failed =>
  outcome.type === 'later' || outcome.type === 'asks' ? outcome.fallback : outcome;

/** Lanes to open: branches, a number of turns (perhaps with `items`), or turns of a `while`. */
export type Fork = {
  type: 'fork';
  turns: 'branches' | 'while' | number;
  items?: unknown[];
  /** The most lanes under way at the same time. */
  atOnce: number;
  /** The most turns that a `while` may take. */
  most: number;
};

/** The most characters of `would` in a node's result. */
const maxWouldLength = 500;

/** The outcome of an effect in a dry run; `effectText` completes "It would ...". */
export const dryRunOutcome = (effectText: string, handle = 'next'): Done => ({
  type: 'done',
  output: { dry_run: true, would: effectText },
  handle,
  would: effectText.slice(0, maxWouldLength),
});

export const failed = (error: string): Failed => ({ type: 'failed', error });

/** A failure that every further attempt would meet as well. */
export const failedForGood = (error: string): Failed => ({ type: 'failed', error, retry: 'no' });

export type Call = {
  node: GraphNode;
  /** The settings with defaults and evaluated expressions; they are not validated again. */
  settings: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  now: number;
  /** The most resources of one approval (`max_resources` of the bot's settings). */
  bounds?: BotSettings['max_resources'];
  /** The organisation's own action that the settings name, in its current state. */
  ownAction?: Action & Partial<FoundAction>;
};

export type EffectCall = Call & {
  /** The idempotency key, the same for every attempt: `execution:node:lane`. */
  key: string;
  tenant_id: string;
  /**
   * Named texts of the node that outlive an attempt and record its progress. Absent where a node is
   * tested alone.
   */
  progressStore?: {
    get: (name: string) => Promise<string | undefined>;
    put: (name: string, text: string) => Promise<void>;
  };
  /** The conversation of an agent; absent where a node is tested alone. */
  transcript?: Transcript;
  /** Runs of bots that an agent starts; absent where a node is tested alone. */
  children?: ChildRuns;
  /** Reads an approval that was requested; absent where a node is tested alone. */
  approval?: (id: string) => Promise<Approval | undefined>;
  /** Where a node is tested alone: called for each call that is skipped for want of approvers. */
  noteNotMade?: () => void;
  /** Whether the run has ended meanwhile, so that no further call may be made. */
  isOver?: () => Promise<boolean>;
  /** The longest call of a model (ms), where a node is tested alone. */
  longestQuestion?: number;
  /** Whether the run's event was sent to a listener; otherwise its data may be private. */
  isEventSent?: boolean;
  /** The id of the run; absent where a node is tested alone. */
  bot_exc_id?: string;
  /** The AWS calls that the run may make; absent where a node is tested alone. */
  rights?: readonly AwsRight[];
  deps: Pick<
    EngineDeps,
    | 'outgoing'
    | 'dial'
    | 'ca'
    | 'integration'
    | 'tokens'
    | 'aws'
    | 'clock'
    | 'mail'
    | 'python'
    | 'queries'
    | 'models'
    | 'ownAction'
    | 'log'
  >;
};

/** A call of the engine in which a run returns to a waiting node. */
export type ResumeCall = {
  node: GraphNode;
  waiting: WaitingFor;
  now: number;
  /** The current question of this kind; expired once its time is over. */
  question: <K extends QuestionKind>(kind: K) => Promise<StoredQuestion[K] | undefined>;
  /**
   * Present where the setting `reread` of an approval names a node. Performs that node once more
   * without storing its result in the run, and returns what `resources` then yields.
   */
  reread?: () => Promise<{ type: 'read'; resources: unknown; reading?: SecondReading } | Failed>;
  /** Stores with the approval the drift that the second reading found, and the age of its data. */
  noteReread?: (
    drifted: readonly DriftedResource[],
    reading: SecondReading | undefined,
  ) => Promise<void>;
  /** The outcome of its long task; undefined while it is under way. */
  task: () => Promise<Done | Failed | undefined>;
};

/**
 * The rules of one kind of node. A kind whose `begin` returns `effect` has `perform`, and one that
 * returns `wait` has `resume`; lanes opened by `fork` are joined by the kind that closes it.
 */
export type NodeRules = {
  /** Settings that are evaluated in each turn, and not when the node begins. */
  perTurn?: readonly string[];
  /** Whether `begin` needs the bot's bounds. */
  isBounded?: true;
  /** Has no effects, so it may be repeated after a crash. */
  begin(call: Call): Done | Failed | Wait | Effect | Fork;
  perform?(call: EffectCall): Promise<EffectOutcome>;
  /**
   * The expected outcome of the effect: why it would be rejected, or as much as is known; undefined
   * where nothing more is known than `pretend` says. Changes nothing outside.
   */
  rehearse?(call: EffectCall): Promise<Done | Failed | undefined>;
  /** Returns undefined while the node must wait longer. */
  resume?(call: ResumeCall): Promise<Done | Failed | undefined>;
};
