import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped, mayAsk, skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeResult, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isQuestion } from '#lib/domain/questions/question.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { evaluate } from '../expression.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Call,
  type Done,
  type Effect,
  type Failed,
  failedForGood,
  type Fork,
  type Wait,
} from '../nodes/node.ts';
import { performEffect, rehearseEffect } from './effect.ts';
import { endAgent } from './end-agent.ts';
import { withNextNodes } from './next-nodes.ts';
import { NodeError } from './node-error.ts';
import { notRunnableReason, ownActionOf } from './own-action.ts';
import { withFailureHandle } from './policy.ts';
import { attemptsBefore, type AttemptStart, openResult } from './results.ts';
import { scopeOf } from './scope.ts';
import type { Segment } from './segment.ts';
import { settingsOf } from './settings.ts';
import { defectFailure, isErrorForPeople, recordNodeEnd } from './record-node-end.ts';
import { type Step, waitStep } from './step.ts';
import { isAnswered, resumeNode, waitAtNode } from './waiting.ts';

type Outcome = Done | Failed | Wait | Effect | Fork;

/** Whether a lane waits for people while a node's effect is under way. */
const isAskingDuringEffect = ({ type }: GraphNode, { kind }: WaitingFor): boolean =>
  mayAsk(type) && (isQuestion(kind) || kind === 'message');

const beginningOf = ({ record, deps, waiting }: Segment, node: GraphNode): AttemptStart => {
  const { id } = node;
  const now = { at: deps.clock(), mark: performance.now() };
  const result = record.results.get(id);
  const pollingSince =
    waiting?.node_id === id && waiting.kind === 'look' ? waiting.since : undefined;
  if (result && pollingSince !== undefined) {
    // A further poll belongs to the same attempt.
    return {
      ...now,
      attempt: result.attempt,
      previousResult: result,
      firstPollAt: Date.parse(pollingSince),
    };
  }
  if (result && waiting?.node_id === id && isAskingDuringEffect(node, waiting)) {
    // A node that asked people continues in the same attempt; its polling starts anew.
    const { started_at, attempts } = result;
    const previousResult = { started_at, ...(attempts && { attempts }) };
    return { ...now, attempt: result.attempt, previousResult };
  }
  return { ...now, attempt: (result?.attempt ?? 0) + 1, previousResult: attemptsBefore(result) };
};

const begin = (segment: Segment, call: Call): Outcome => {
  try {
    return nodeRules[call.node.type].begin(call);
  } catch (error) {
    return defectFailure(segment, error);
  }
};

/** How many resources one approval of this bot may cover. */
const boundsOf = async ({ deps, run }: Segment): Promise<Call['bounds']> =>
  (await botStore(deps.db, run.tenant_id).get(run.bot_id))?.settings?.max_resources;

/** Records the end of a node that ended as soon as it began. */
const recordImmediateEnd = (
  segment: Segment,
  node: GraphNode,
  { mark }: AttemptStart,
  startedResult: NodeResult,
  outcome: Done | Failed,
): Promise<void> => recordNodeEnd(segment, node, startedResult, outcome, performance.now() - mark);

/**
 * In a dry run a node must not wait or change anything outside. What it would send, or ask people
 * about, is stored: that is what people look for in a dry run.
 */
const recordDryRun = async (
  segment: Segment,
  node: GraphNode,
  attemptStart: AttemptStart,
  { input }: Wait | Effect,
  outcome: Done | Failed,
): Promise<void> => {
  const { record } = segment;
  const startedResult = openResult(attemptStart, 'IN_PROGRESS');
  await record.wait(node.id, startedResult, input);
  await recordImmediateEnd(
    segment,
    node,
    attemptStart,
    record.results.get(node.id) ?? startedResult,
    outcome,
  );
};

/** Why a node is passed over (disabled or pinned), and its outcome; undefined where it runs. */
const skippedOutcome = ({ options }: Segment['run'], node: GraphNode) => {
  const { type, pinned } = node;
  const toDone = (output: unknown): Done => ({ type: 'done', output, handle: 'next' });
  if (isSkipped(node)) return { reason: 'disabled' as const, outcome: toDone(null) };
  if (!options.use_pins || !pinned || !skippableKinds.has(type)) return undefined;
  return { reason: 'pinned' as const, outcome: toDone(pinned.output) };
};

/** Opens the lanes of a node. Returns a step where the surrounding lane must stop for them. */
export type OpenLanes = (
  node: GraphNode,
  attemptStart: AttemptStart,
  fork: Fork,
) => Promise<Step | undefined>;

/** Continues lanes that were opened before. */
export type ContinueLanes = (node: GraphNode) => Promise<Step | undefined>;

type Lanes = { open: OpenLanes; goOn: ContinueLanes };

/** Returns the function that runs the nodes of a lane, one after the other. */
export const nodeRunner = (segment: Segment, lanes: Lanes) => {
  const { run, record, waiting } = segment;
  const scope = scopeOf(segment);

  /** Evaluated settings; a sentence for people is returned, any other error is thrown. */
  const evaluateSettings = async (
    node: GraphNode,
  ): Promise<Record<string, unknown> | NodeError> => {
    const settings = settingsOf(node);
    try {
      return await evaluate(settings, await scope(settings));
    } catch (error) {
      if (isErrorForPeople(error)) return new NodeError(error.message);
      throw error;
    }
  };

  const beginNode = async (node: GraphNode): Promise<Step | undefined> => {
    const start = beginningOf(segment, node);
    const skip = skippedOutcome(run, node);
    if (skip) {
      const startedResult = {
        ...openResult(start, 'IN_PROGRESS'),
        skipped: skip.reason,
      };
      await recordImmediateEnd(segment, node, start, startedResult, skip.outcome);
      return undefined;
    }
    const settings = await evaluateSettings(node);
    const bounds = nodeRules[node.type].isBounded ? await boundsOf(segment) : undefined;
    const ownAction = await ownActionOf(segment, node);
    const call = {
      node,
      settings: settings instanceof NodeError ? {} : settings,
      now: start.at,
      ...(bounds && { bounds }),
      ...(ownAction && { ownAction }),
    };
    const problem =
      settings instanceof NodeError ? settings.message : notRunnableReason(segment, call);
    const outcome = problem === undefined ? begin(segment, call) : failedForGood(problem);
    if (run.options.dry_run && 'pretend' in outcome && outcome.pretend) {
      const rehearsal =
        outcome.type === 'effect' ? await rehearseEffect(segment, call, outcome) : undefined;
      const dryOutcome = withFailureHandle(node, rehearsal ?? outcome.pretend);
      await recordDryRun(segment, node, start, outcome, dryOutcome);
      return undefined;
    }
    if (outcome.type === 'wait') {
      return waitAtNode(segment, node, start, await withNextNodes(segment, node, outcome));
    }
    if (outcome.type === 'effect') return performEffect(segment, call, start, outcome);
    if (outcome.type === 'fork') return lanes.open(node, start, outcome);
    // A further attempt or poll of an agent may fail before it begins.
    if (outcome.type === 'failed') await endAgent(segment, node, outcome);
    const pending = openResult(start, 'IN_PROGRESS');
    await recordImmediateEnd(segment, node, start, pending, withFailureHandle(node, outcome));
    return undefined;
  };

  /** Runs one node. Returns a step where the lane stops at it; otherwise its result is recorded. */
  return async (node: GraphNode): Promise<Step | undefined> => {
    if (waiting?.node_id === node.id) {
      const now = segment.deps.clock();
      if (isAskingDuringEffect(node, waiting)) {
        return (await isAnswered(segment, waiting)) ? beginNode(node) : waitStep(waiting, now);
      }
      const isTriedAgain = waiting.kind === 'retry' || waiting.kind === 'look';
      if (isTriedAgain && now < Date.parse(waiting.until)) return waitStep(waiting, now);
      // A decided approval does not ask again: it only reads its resources once more.
      const isBegunAgain = isTriedAgain && waiting.approval_id === undefined;
      if (!isBegunAgain) return resumeNode(segment, node, waiting);
    }
    if (record.results.get(node.id)?.lanes) return lanes.goOn(node);
    return beginNode(node);
  };
};
