import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { FailedAttempt, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Done, Failed } from '../nodes/node.ts';

/**
 * When an attempt at a node began, by the wall clock (`at`) and by a monotonic clock (`mark`), with
 * the attempts before it and the time at which the first of them began.
 */
export type AttemptStart = {
  at: number;
  mark: number;
  attempt: number;
  previousResult?: Pick<NodeResult, 'started_at' | 'attempts'> | undefined;
  /** The time of the first poll of the same attempt, if this is a further one. */
  firstPollAt?: number;
};

/** The most characters of an attempt's error that are kept for people to read. */
const maxErrorLength = 500;

const lostAttempt: FailedAttempt = { error: 'The engine stopped before it had ended.' };

/** The record of earlier attempts for an attempt that begins now. */
export const attemptsBefore = (result: NodeResult | undefined): AttemptStart['previousResult'] => {
  if (!result || isFinal(result.status)) return undefined;
  const { started_at, attempt, attempts = [] } = result;
  // The last attempt was begun but never ended.
  const isLost = attempts.length < attempt;
  const first = isLost && attempts.length === 0 ? { ...lostAttempt, started_at } : lostAttempt;
  return { started_at, attempts: isLost ? [...attempts, first] : attempts };
};

/** The result of a node whose attempt failed and is followed by another. */
export const withFailedAttempt = (
  startedResult: NodeResult,
  { at, mark }: AttemptStart,
  error: string,
): NodeResult => {
  const duration_ms = Math.round(performance.now() - mark);
  const failure = { started_at: isoTime(at), duration_ms, error: error.slice(0, maxErrorLength) };
  return { ...startedResult, error, attempts: [...(startedResult.attempts ?? []), failure] };
};

const spentBefore = ({ attempts = [] }: NodeResult): number =>
  attempts.reduce((ms, one) => ms + (one.duration_ms ?? 0), 0);

/** The result of a node under way, as written before it changes anything or waits. */
export const openResult = (
  { at, attempt, previousResult }: AttemptStart,
  status: 'IN_PROGRESS' | 'WAITING_FOR_APPROVAL',
): NodeResult => ({ status, attempt, started_at: isoTime(at), ...previousResult });

const statusOf = (outcome: Done | Failed): NodeResult['status'] => {
  if (outcome.type === 'failed') return 'FAILED';
  return outcome.stopped === undefined ? 'SUCCEEDED' : 'CANCELLED';
};

/** A failure has a handle where the node's policy continues after it. */
const outcomeFieldsOf = (outcome: Done | Failed): Partial<NodeResult> => {
  const error = outcome.type === 'failed' ? outcome.error : outcome.stopped;
  return {
    ...(outcome.handle !== undefined && { handle: outcome.handle }),
    ...(error !== undefined && { error }),
    ...('decision' in outcome && outcome.decision && { decision: outcome.decision }),
    ...('would' in outcome && { would: outcome.would }),
    ...(outcome.modelCost !== undefined && { model_cost: outcome.modelCost }),
  };
};

/** A node's final result, without output. Waits are measured by the wall clock, others are not. */
export const endedResult = (
  startedResult: NodeResult,
  outcome: Done | Failed,
  now: number,
  ms?: number,
) => ({
  ...startedResult,
  ...outcomeFieldsOf(outcome),
  status: statusOf(outcome),
  ended_at: isoTime(now),
  duration_ms: Math.round(
    ms === undefined
      ? Math.max(0, now - Date.parse(startedResult.started_at) - (outcome.waitedMs ?? 0))
      : ms + spentBefore(startedResult),
  ),
});

/** US dollars spent on models, according to these results. */
export const modelCostOf = (results: Iterable<Pick<NodeResult, 'model_cost'>>): number =>
  [...results].reduce((sum, { model_cost = 0 }) => sum + model_cost, 0);
