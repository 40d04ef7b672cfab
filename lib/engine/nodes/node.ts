import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { BotSettings, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Approval, Drifted, ReadAgain } from '#lib/domain/approvals/approval.schema.ts';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import type { Decision } from '#lib/domain/executions/outcome/outcome.schema.ts';
import type { QuestionKind } from '#lib/domain/questions/question.schema.ts';
import type { Kept } from '#lib/domain/questions/question.service.ts';
import type { EngineDeps } from '../deps.ts';
import type { FoundAction } from '../own-actions.ts';
import type { ChildRuns } from './ai-agent/child-runs.ts';
import type { Transcript } from './ai-agent/transcript.ts';

export type Done = {
  type: 'done';
  output?: unknown;
  /** The way out that the run takes; none where a kind has none. */
  handle?: string;
  /** Why people stopped the run here; it goes on only where an arrow leads on from the handle. */
  stopped?: string;
  /** What people decided here. */
  decision?: Decision;
  /** In a dry run: what was not done. Completes "It would ...". */
  would?: string;
  /** Milliseconds of it that passed while people were asked. */
  waitedMs?: number;
  /** US dollars that models took for it, where their prices are known. */
  modelCost?: number | undefined;
};

export type Failed = {
  type: 'failed';
  error: string;
  output?: unknown;
  /** The way that the node's policy goes on by after the failure. */
  handle?: string;
  /**
   * 'no' where another attempt cannot end differently; milliseconds where the peer asked to be
   * left alone for so long; absent where the policy may try again at its own pace.
   */
  retry?: 'no' | number;
  /** What was asked for has gone out, and may have been done. */
  mayBeDone?: boolean;
  waitedMs?: number;
  modelCost?: number | undefined;
};

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
  /** It is done only after an approval, so that no test of the node does it. */
  needsApproval?: true;
  /** It may answer that it has to look again: what it does may be done any number of times. */
  looks?: true;
  /** A dry run asks by `rehearse` what would come of it, before it pretends. */
  isRehearsed?: true;
  /** What a dry run leaves alone may still be done again, to read a set once more. */
  mayReread?: true;
};

/**
 * What an effect waits for outside is not so yet: it is looked at again until all looks together
 * have taken `withinMs`. Nothing of the engine waits meanwhile.
 */
export type Later = {
  type: 'later';
  /** Milliseconds until the next look: at first, as looks grow further apart unless `exact`. */
  afterMs: number;
  exact?: true;
  withinMs: number;
  /** What stands for the outcome where nobody looks again. */
  otherwise: Failed;
};

/**
 * What is under way asks people before it goes on. The run waits as at a node that asks; what they
 * have said is looked at by a further call, which belongs to the same attempt.
 */
export type Asks = { type: 'asks'; until: number; otherwise: Failed } & (
  | {
      kind: QuestionKind;
      /** Of the question: whoever asks it again asks it once. */
      id: string;
      /** What they are asked. */
      input: unknown;
    }
  /** They are to write into the thread of an agent. */
  | { kind: 'message'; thread: NonNullable<WaitingFor['thread']> }
);

/** What one call of an effect came to. */
export type Came = Done | Failed | Later | Asks;

/** The outcome of an effect that is looked at once. */
export const atOnce = (outcome: Came): Done | Failed =>
  outcome.type === 'later' || outcome.type === 'asks' ? outcome.otherwise : outcome;

/** Lanes to open: branches, turns (one an item, a number of them), or turns while it holds. */
export type Fork = {
  type: 'fork';
  turns: 'branches' | 'while' | number;
  items?: unknown[];
  /** Lanes under way together, at most. */
  atOnce: number;
  /** How many turns a `while` may take. */
  most: number;
};

/** Characters of what a node would do that stand in its result. */
const longestWould = 500;

/** What a dry run answers instead of an effect: `would` completes "It would ...". */
export const pretended = (would: string, handle = 'next'): Done => ({
  type: 'done',
  output: { dry_run: true, would },
  handle,
  would: would.slice(0, longestWould),
});

export const failed = (error: string): Failed => ({ type: 'failed', error });

/** A failure that every further attempt would end in as well. */
export const hopeless = (error: string): Failed => ({ type: 'failed', error, retry: 'no' });

export type Call = {
  node: GraphNode;
  /** The settings with defaults and expressions evaluated; not checked again. */
  settings: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  now: number;
  /** What one approval may ask about at most (`max_resources` of the bot's settings). */
  bounds?: BotSettings['max_resources'];
  /** The action of the organisation that the settings name, as it is now. */
  ownAction?: Action & Partial<FoundAction>;
};

export type EffectCall = Call & {
  /** The same for every attempt: `execution:node:iteration`. */
  key: string;
  tenant_id: string;
  /**
   * Texts of the node's own by name, which outlive an attempt: what it has done by then. Absent
   * where a node is tried by itself.
   */
  kept?: {
    get: (name: string) => Promise<string | undefined>;
    put: (name: string, text: string) => Promise<void>;
  };
  /** The conversation of an agent; absent where a node is tried by itself. */
  transcript?: Transcript;
  /** Runs of bots that an agent starts; absent where a node is tried by itself. */
  children?: ChildRuns;
  /** An approval that was asked for, as it stands; absent where a node is tried by itself. */
  approval?: (id: string) => Promise<Approval | undefined>;
  /** Where a node is tried by itself: told of each call that is not made, as nobody is asked. */
  noteNotMade?: () => void;
  /** Whether the run was ended meanwhile, so that no further call is made. */
  isOver?: () => Promise<boolean>;
  /** Milliseconds that a question to a model takes at most, where a node is tried by itself. */
  longestQuestion?: number;
  /** Its event was sent to a listener; absent where it may hold what is private. */
  isEventSent?: boolean;
  /** The run; absent where a node is tried by itself. */
  bot_exc_id?: string;
  /** The calls of AWS that the run may make; absent where a node is tried by itself. */
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

/** A run that comes back to where it waited. */
export type ResumeCall = {
  node: GraphNode;
  waiting: WaitingFor;
  now: number;
  /** The question of this kind that it waits for, as it stands: expired once its time is over. */
  question: <K extends QuestionKind>(kind: K) => Promise<Kept[K] | undefined>;
  /**
   * Present where the setting `reread` of an approval names a node: performs that node once more,
   * keeps its result apart from the run's, and answers what the expression `resources` yields then.
   */
  reread?: () => Promise<{ type: 'read'; resources: unknown; seen?: ReadAgain } | Failed>;
  /** Keeps with the approval what the second reading found drifted, and how old that is. */
  noteReread?: (drifted: readonly Drifted[], seen: ReadAgain | undefined) => Promise<void>;
  /** What its long task came to; undefined while it is under way. */
  task: () => Promise<Done | Failed | undefined>;
};

/**
 * One kind of node. A kind whose `begin` answers `effect` has `perform`, one that waits `resume`;
 * what a `fork` opens comes together in the kind that closes it.
 */
export type NodeRules = {
  /** Settings that are evaluated anew for each turn, and not when the node begins. */
  perTurn?: readonly string[];
  /** Whether `begin` judges by the bot's bounds. */
  isBounded?: true;
  /** Without effect, so it may be repeated after a crash. */
  begin(call: Call): Done | Failed | Wait | Effect | Fork;
  perform?(call: EffectCall): Promise<Came>;
  /**
   * What would come of the effect: why it would be refused, or as far as it can be known; undefined
   * where nothing more is known than what it pretends. It changes nothing outside.
   */
  rehearse?(call: EffectCall): Promise<Done | Failed | undefined>;
  /** undefined: it waits on. */
  resume?(call: ResumeCall): Promise<Done | Failed | undefined>;
};
