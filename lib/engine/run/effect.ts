import { isEventFromListener } from '#lib/domain/bots/agent-approval.rules.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { isLaneOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Call,
  type Done,
  type Effect,
  type EffectCall,
  type EffectOutcome,
  failed,
  type Failed,
} from '../nodes/node.ts';
import type { Transcript } from '../nodes/ai-agent/transcript.ts';
import { cacheOf } from './cache.ts';
import { childRunsOf } from './child-runs.ts';
import { effectKey, endAgent, resetAgentRetry } from './end-agent.ts';
import { nextPollAt, pollingOverFailure, pollWait } from './polling.ts';
import {
  giveUpReason,
  policyOf,
  retryDelayMs,
  withFailureHandle,
  withNodeTimeout,
} from './policy.ts';
import { folderOf } from './record.ts';
import { type AttemptStart, openResult, withFailedAttempt } from './results.ts';
import type { Segment } from './segment.ts';
import { defectFailure, recordNodeEnd } from './record-node-end.ts';
import type { Step } from './step.ts';
import { readCurrentQuestion } from './question.ts';
import { threadOf } from './thread.ts';
import { askDuringEffect, waitUntil } from './waiting.ts';

/** What a node stores beside its run, and the services that it uses while it is at work. */
const servicesOf = (
  segment: Segment,
  node: GraphNode,
): Pick<
  EffectCall,
  'progressStore' | 'isOver' | 'bot_exc_id' | 'transcript' | 'children' | 'approval'
> => {
  const { deps, run, lane } = segment;
  const { files, db } = deps;
  const folder = folderOf({ tenant_id: run.tenant_id, bot_exc_id: run._id, lane });
  const filePath = (name: string) => `${folder}/${node.id}.${name}.json`;
  return {
    progressStore: {
      get: (name) => files.get(filePath(name)),
      put: (name, text) => files.put(filePath(name), text),
    },
    isOver: () => isLaneOver(db)({ tenant_id: run.tenant_id, bot_exc_id: run._id, lane }),
    bot_exc_id: run._id,
    ...(node.type === 'ai_agent' && {
      transcript: threadOf(segment, node),
      children: childRunsOf(segment),
    }),
    approval: (id) => readCurrentQuestion(deps, run.tenant_id, 'approval', id),
  };
};

const effectCall = (segment: Segment, call: Call): EffectCall => {
  const { deps, run, lane, way } = segment;
  const { rights } = way.program;
  const key = effectKey(run._id, lane, call.node.id);
  const services = servicesOf(segment, call.node);
  return {
    ...call,
    ...services,
    key,
    tenant_id: run.tenant_id,
    isEventSent: isEventFromListener(way.program.view, run.trigger.type),
    deps,
    ...(rights && { rights }),
  };
};

/** In a dry run: the predicted outcome of an effect, where the node's kind can determine it. */
export const rehearseEffect = async (
  segment: Segment,
  call: Call,
  { isRehearsed }: Effect,
): Promise<Done | Failed | undefined> => {
  if (!isRehearsed) return undefined;
  const rehearsal = nodeRules[call.node.type].rehearse?.(effectCall(segment, call));
  const found = await rehearsal?.catch((error: unknown) => defectFailure(segment, error));
  return found;
};

/** After its timeout an attempt may still write entries, but no longer the agent's status. */
const withoutLateNotes = (transcript: Transcript, isAbandoned: () => boolean): Transcript => ({
  ...transcript,
  note: async (change) => {
    if (!isAbandoned()) await transcript.note(change);
  },
});

const runAttempt = (segment: Segment, call: Call): Promise<EffectOutcome> => {
  const { node } = call;
  const attemptCall = effectCall(segment, call);
  let isAbandoned = false;
  // An attempt that outlasts its timeout makes no further calls: the run has gone on without it.
  const isOver = async () => isAbandoned || ((await attemptCall.isOver?.()) ?? false);
  const transcript =
    attemptCall.transcript && withoutLateNotes(attemptCall.transcript, () => isAbandoned);
  const work = nodeRules[node.type].perform?.({
    ...attemptCall,
    isOver,
    ...(transcript && { transcript }),
  });
  if (!work) throw new Error(`Nodes of kind ${node.type} have no effect.`);
  return withNodeTimeout<EffectOutcome>(
    node,
    work.catch((error: unknown) => defectFailure(segment, error)),
  ).finally(() => {
    isAbandoned = true;
  });
};

/** Waits for the next attempt; meanwhile the failed attempt stays in the record. */
const waitForRetry = async (
  segment: Segment,
  call: Call,
  failedResult: NodeResult,
  ms: number,
): Promise<Step> => {
  const { record, deps } = segment;
  await resetAgentRetry(segment, call.node);
  record.set(call.node.id, failedResult);
  const until = isoTime(deps.clock() + ms);
  return waitUntil(segment, { node_id: call.node.id, kind: 'retry', until });
};

/** Records that the effect is about to happen; a node that polls is recorded as waiting. */
const recordStart = async (
  segment: Segment,
  { node }: Call,
  { at, firstPollAt }: AttemptStart,
  { looks }: Effect,
  startedResult: NodeResult,
): Promise<void> => {
  if (firstPollAt !== undefined) return;
  segment.record.set(node.id, startedResult);
  if (looks) await waitUntil(segment, pollWait(node.id, at, at));
  else await segment.writer.commitBeforeEffect();
};

/** The outcome of an attempt, or the step of a lane that polls again or asks people. */
const outcomeOrWait = async (
  segment: Segment,
  { node }: Call,
  { at, firstPollAt = at }: AttemptStart,
  outcome: EffectOutcome,
  startedResult: NodeResult,
): Promise<Done | Failed | Step> => {
  if (outcome.type === 'asks') return askDuringEffect(segment, node, startedResult, outcome);
  if (outcome.type !== 'later') return outcome;
  const now = segment.deps.clock();
  const next = nextPollAt(outcome, firstPollAt, now);
  if (next === undefined) return pollingOverFailure(outcome, firstPollAt, now);
  return waitUntil(segment, pollWait(node.id, next, firstPollAt));
};

/**
 * Records that the effect is about to happen, then performs it, unless a cached result of an
 * earlier run exists. Returns a step where the lane must wait, for another attempt, another poll or
 * an answer.
 */
export const performEffect = async (
  segment: Segment,
  call: Call,
  attemptStart: AttemptStart,
  effect: Effect,
): Promise<Step | undefined> => {
  const { record } = segment;
  const { node } = call;
  const cache = cacheOf(segment, call);
  const cachedResult = await cache.take();
  const startedResult = { ...openResult(attemptStart, 'IN_PROGRESS'), input: effect.input };
  if (cachedResult) {
    record.set(node.id, {
      ...startedResult,
      ...cachedResult,
      ended_at: isoTime(segment.deps.clock()),
    });
    return undefined;
  }
  await recordStart(segment, call, attemptStart, effect, startedResult);
  const reason = giveUpReason(node, attemptStart.attempt);
  const effectOutcome = reason === undefined ? await runAttempt(segment, call) : failed(reason);
  const outcome = await outcomeOrWait(segment, call, attemptStart, effectOutcome, startedResult);
  if ('next' in outcome) return outcome;
  if (outcome.type === 'failed' && reason === undefined) {
    const ms = retryDelayMs(node, attemptStart.attempt, outcome);
    if (ms !== undefined) {
      return waitForRetry(
        segment,
        call,
        withFailedAttempt(startedResult, attemptStart, outcome.error),
        ms,
      );
    }
  }
  if (outcome.type === 'failed') {
    await endAgent(segment, node, outcome);
  }
  // The time of polling nodes is measured on the wall clock and includes the pauses between polls.
  const ms = effect.looks ? undefined : performance.now() - attemptStart.mark;
  await recordNodeEnd(segment, node, startedResult, withFailureHandle(node, outcome), ms);
  if (policyOf(node).cache_minutes > 0) await cache.keep();
  return undefined;
};
