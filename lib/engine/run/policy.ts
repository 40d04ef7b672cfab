import { nodeFacts, policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Done, Failed } from '../nodes/node.ts';

const defaultPolicy = nodePolicy.parse({});

export const policyOf = ({ type, policy }: GraphNode): NodePolicy =>
  policyKinds.has(type) ? (policy ?? defaultPolicy) : defaultPolicy;

/** The most attempts that begin but never end before the node is given up. */
const maxLostAttempts = 5;

/** Why a node's n-th attempt is not made; undefined where it is. */
export const giveUpReason = (node: GraphNode, attempt: number): string | undefined => {
  if (attempt <= policyOf(node).retries + 1 + maxLostAttempts) return undefined;
  return `It was started ${attempt - 1} times, and each time the engine stopped before it ended.`;
};

/**
 * Milliseconds until the next attempt after the n-th has failed; undefined where there is none. A
 * service that says when to retry is not called earlier.
 */
export const retryDelayMs = (
  node: GraphNode,
  attempt: number,
  { retry }: Failed,
): number | undefined => {
  const { retries, retry_seconds, backoff } = policyOf(node);
  if (attempt > retries || retry === 'no') return undefined;
  const ms = Math.max(retry_seconds * 1000 * backoff ** (attempt - 1), retry ?? 0);
  return Math.min(ms, limits.longestRetryWait);
};

const asRecord = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const handleAfterFailure = ({ type }: GraphNode): string => {
  const facts = nodeFacts[type];
  const handle = facts.does === 'acts' ? facts.afterFailure : undefined;
  return handle ?? facts.handles[0] ?? 'next';
};

/** Adds to a failure the handle by which its policy continues; later nodes read its `error`. */
export const withFailureHandle = (node: GraphNode, outcome: Done | Failed): Done | Failed => {
  const { on_error } = policyOf(node);
  if (outcome.type !== 'failed' || on_error === 'stop') return outcome;
  const handle = on_error === 'branch' ? 'error' : handleAfterFailure(node);
  return { ...outcome, handle, output: { ...asRecord(outcome.output), error: outcome.error } };
};

/**
 * The result of the work, or `timeoutFailure` after `ms`, in which case the work still continues.
 */
export const withTimeLimit = <T>(
  ms: number,
  timeoutFailure: Failed,
  work: Promise<T>,
): Promise<T | Failed> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Failed>((resolve) => {
    timer = setTimeout(() => resolve(timeoutFailure), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

/** Fails an attempt that takes longer than its node's timeout. */
export const withNodeTimeout = async <T extends { type: string }>(
  node: GraphNode,
  work: Promise<T>,
): Promise<T | Failed> => {
  const { timeout_seconds: seconds } = policyOf(node);
  if (seconds === undefined) return work;
  const error = `It did not finish within its timeout of ${seconds} s.`;
  return withTimeLimit(seconds * 1000, { type: 'failed', error }, work);
};
