import type { Embedded } from '#test/support/embedded.ts';
import { effectNodes, largeResult } from './bots.ts';
import { median, percentile } from './load.ts';
import { publish, runUntilFinished } from './scenarios.ts';
import type { Target } from './target.ts';

const sortTimes = (times: number[]): number[] => times.sort((a, b) => a - b);

const percentilesOf = (times: number[]) => {
  const all = sortTimes(times);
  return { p50: percentile(all, 0.5), p95: percentile(all, 0.95) };
};

/**
 * The engine's time from the start of one node to the start of the next, without the peer's time,
 * by the run's own records (whole milliseconds).
 */
export const measureNodeOverhead = async (product: Embedded, target: Target, runs: number) => {
  const bot_id = await publish(product, 'A hundred calls', effectNodes(target.url, 100));
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    target.taken();
    const { results } = await runUntilFinished(product, bot_id);
    const peer = target.taken().map(({ at, answeredAt }) => answeredAt - at);
    const starts = peer.map((_, node) => Date.parse(results[`n${node + 1}`]?.started_at ?? ''));
    for (const [node, ms] of peer.slice(0, -1).entries()) {
      times.push(Math.max(0, (starts[node + 1] ?? 0) - (starts[node] ?? 0) - ms));
    }
  }
  return percentilesOf(times);
};

/**
 * Milliseconds from the last byte of the 4 MB that a node fetched to the call of the next node,
 * which reads all of it or nothing.
 */
export const measureLargeResult = async (
  product: Embedded,
  target: Target,
  isRead: boolean,
): Promise<number> => {
  const graph = largeResult(target.listUrl, target.url, isRead);
  const bot_id = await publish(product, `Four megabytes ${isRead ? 'read' : 'kept'}`, graph);
  const times: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    target.taken();
    await runUntilFinished(product, bot_id);
    const [call, last] = target.taken().reverse();
    times.push((call?.at ?? 0) - (last?.answeredAt ?? 0));
  }
  return median(times);
};

/** Requests for a run that went through 200 nodes. */
export const measureRunPage = async (product: Embedded, target: Target, requests: number) => {
  const bot_id = await publish(product, 'Two hundred calls', effectNodes(target.url, 198));
  const { _id } = await runUntilFinished(product, bot_id);
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < requests; n += 1) {
    const began = performance.now();
    const { body } = await product.request('GET', `bot_executions/${_id}`);
    times.push(performance.now() - began);
    bytes = JSON.stringify(body).length;
  }
  return { ...percentilesOf(times), bytes };
};
