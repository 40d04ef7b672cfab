import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { workingTimeOf } from '#lib/domain/executions/execution.rules.ts';
import type { NodeResult, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isQuestion, questions } from '#lib/domain/questions/question.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nodeRules } from '../nodes/kinds.ts';
import type { Asks, Done, Failed, ResumeCall, Wait } from '../nodes/node.ts';
import { storeReread } from './store-reread.ts';
import { retryDelayMs, withFailureHandle } from './policy.ts';
import { readCurrentQuestion } from './question.ts';
import { rereadNode, rereadOf } from './reread.ts';
import { type AttemptStart, openResult, withFailedAttempt } from './results.ts';
import type { Segment } from './segment.ts';
import { recordNodeEnd } from './record-node-end.ts';
import { readTaskOutcome } from './task.ts';
import { type Step, toWaitingFor, waitStep } from './step.ts';

/** Waits between attempts count towards a run's deadline; polling does not, nor do questions. */
const isRetryWait = ({ kind }: WaitingFor): boolean => kind === 'retry';

/** Records that the lane waits, and extends the run's deadline by its full time afterwards. */
export const waitUntil = async (segment: Segment, waiting: WaitingFor): Promise<Step> => {
  const { deps, run, writer } = segment;
  const deadline = isoTime(Date.parse(waiting.until) + workingTimeOf(run.deadline_minutes));
  const isLonger = !isRetryWait(waiting) && deadline > run.deadline_at;
  await writer.commit({
    state: 'IN_PROGRESS',
    waiting_for: waiting,
    ...(isLonger && { deadline_at: deadline }),
  });
  return waitStep(waiting, deps.clock());
};

/**
 * Stops at a node that waits. The state that shows a wait for people is written by the pause, once
 * there is something that they can decide.
 */
export const waitAtNode = async (
  segment: Segment,
  node: GraphNode,
  attemptStart: AttemptStart,
  wait: Wait,
): Promise<Step> => {
  const { run, record, lane } = segment;
  await record.wait(node.id, openResult(attemptStart, 'IN_PROGRESS'), wait.input);
  const position = { bot_exc_id: run._id, lane, node_id: node.id };
  return waitUntil(segment, toWaitingFor(position, wait, attemptStart.at));
};

/** Stops in the middle of an effect that asks people; its input holds the question meanwhile. */
export const askDuringEffect = async (
  segment: Segment,
  node: GraphNode,
  startedResult: NodeResult,
  request: Asks,
): Promise<Step> => {
  const waiting = { node_id: node.id, kind: request.kind, until: isoTime(request.until) };
  if (request.kind === 'message') {
    segment.record.set(node.id, startedResult);
    return waitUntil(segment, { ...waiting, thread: request.thread });
  }
  await segment.record.wait(node.id, startedResult, {
    ...Object(startedResult.input),
    asks: request.input,
  });
  return waitUntil(segment, { ...waiting, [questions[request.kind].id]: request.id });
};

/**
 * Whether an effect that asked people can continue, because they answered. A node that waits for a
 * message checks for it itself.
 */
export const isAnswered = async (
  { deps, run }: Segment,
  { kind, ...waiting }: WaitingFor,
): Promise<boolean> => {
  if (!isQuestion(kind)) return kind === 'message';
  const id = waiting[questions[kind].id];
  const found =
    id === undefined ? undefined : await readCurrentQuestion(deps, run.tenant_id, kind, id);
  return found !== undefined && found.status !== questions[kind].pending;
};

/** What a node can use when it resumes after a wait. */
const resumeCall = (segment: Segment, node: GraphNode, waiting: WaitingFor): ResumeCall => {
  const { deps, run, lane } = segment;
  const { approval_id } = waiting;
  const { tenant_id } = run;
  const position = { bot_exc_id: run._id, lane, node_id: node.id };
  const reread = rereadOf(segment, node);
  return {
    node,
    waiting,
    now: deps.clock(),
    question: async (kind) => {
      const id = waiting[questions[kind].id];
      return id === undefined ? undefined : readCurrentQuestion(deps, tenant_id, kind, id);
    },
    task: () => readTaskOutcome(deps, tenant_id, position, waiting.until),
    ...(reread && { reread }),
    noteReread: async (drifted, reading) => {
      if (approval_id === undefined) return;
      await storeReread(deps, tenant_id, approval_id, { drifted, seen: reading });
    },
  };
};

/**
 * Waits before the resources are read again after a failure: the decision stays valid while the
 * node that reads them is retried by its own policy. Each attempt is recorded. Returns undefined
 * where no attempt follows.
 */
const waitToReread = async (
  segment: Segment,
  node: GraphNode,
  waiting: WaitingFor,
  {
    attemptStart,
    startedResult,
    outcome,
  }: { attemptStart: AttemptStart; startedResult: NodeResult; outcome: Done | Failed },
): Promise<Step | undefined> => {
  const source = rereadNode(segment, node);
  if (!source || outcome.type !== 'failed') return undefined;
  const ms = retryDelayMs(source, attemptStart.attempt, outcome);
  if (ms === undefined) return undefined;
  const failedResult = withFailedAttempt(startedResult, attemptStart, outcome.error);
  segment.record.set(node.id, { ...failedResult, status: 'IN_PROGRESS' });
  const until = isoTime(segment.deps.clock() + ms);
  return waitUntil(segment, { ...waiting, kind: 'retry', until });
};

/** Continues with the node at which the lane waits. Returns a step while it must wait longer. */
export const resumeNode = async (
  segment: Segment,
  node: GraphNode,
  waiting: WaitingFor,
): Promise<Step | undefined> => {
  const { deps, record } = segment;
  const startTimes = { at: deps.clock(), mark: performance.now() };
  const outcome = await nodeRules[node.type].resume?.(resumeCall(segment, node, waiting));
  const found = record.results.get(node.id);
  if (!outcome || !found) return waitStep(waiting, deps.clock());
  const { error: _ofAttemptBefore, ...startedResult } = found;
  const attemptStart = { ...startTimes, attempt: (startedResult.attempts?.length ?? 0) + 1 };
  const step = await waitToReread(segment, node, waiting, { attemptStart, startedResult, outcome });
  if (step) return step;
  await recordNodeEnd(segment, node, startedResult, withFailureHandle(node, outcome));
  return undefined;
};
