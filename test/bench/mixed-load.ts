import { setTimeout as pause } from 'node:timers/promises';
import type { Embedded } from '#test/support/embedded.ts';
import { threeNodes } from './bots.ts';
import { type Measured, sendAtFullSpeed, sendAtRate } from './load.ts';
import { type Listener, makeListener, publish, shotsFor } from './scenarios.ts';

export type MixedLoadResult = {
  accepted: Measured;
  /** Runs settled per second, from the first event to the last run's statistics. */
  settledPerSecond: number;
  /** Seconds from the last answer until the statistics count every run. */
  backlog: number;
};

const day = 24 * 3600_000;

/** The number of runs in the statistics: all follow-up work of these runs is done. */
const countSettledRuns = async (product: Embedded): Promise<number> => {
  const now = Date.now();
  const range = { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
  const { items } = await product.api.executions.getRunStatistics(range);
  return items.reduce((sum, { count }) => sum + count, 0);
};

const openListeners = async (product: Embedded, name: string): Promise<Listener[]> => {
  const lanes = await Promise.all(
    [1, 2, 3, 4].map((n) => makeListener(product, `Mixed ${name} ${n}`)),
  );
  await Promise.all(
    lanes.map(({ listener_id }, n) =>
      publish(product, `Mixed ${name} ${n}`, threeNodes(listener_id)),
    ),
  );
  return lanes;
};

const progressTimeout = 60_000;

/** Waits for a run of every accepted event; throws if none settles for a minute. */
const waitUntilSettled = async (product: Embedded, before: number, answers: Measured) => {
  const { accepted } = answers;
  let settledCount = 0;
  let progressed = performance.now();
  while (settledCount < accepted) {
    await pause(100);
    const now = (await countSettledRuns(product)) - before;
    if (now > settledCount) progressed = performance.now();
    settledCount = now;
    if (performance.now() - progressed < progressTimeout) continue;
    const statuses = JSON.stringify(answers.statuses);
    throw new Error(
      `${settledCount} of ${accepted} runs settled, then none for a minute: ${statuses}`,
    );
  }
};

/**
 * Sends signed events to four listeners, each with a bot of three nodes, and waits until every run
 * of an accepted event has settled: what senders and users of a busy product experience.
 */
const runMixedLoad = async (
  product: Embedded,
  name: string,
  count: number,
  send: (shots: ReturnType<typeof shotsFor>) => Promise<Measured>,
): Promise<MixedLoadResult> => {
  const listeners = await openListeners(product, name);
  const shots = shotsFor(listeners, count, `mixed-${name}`);
  const before = await countSettledRuns(product);
  const started = performance.now();
  const accepted = await send(shots);
  const answeredAt = performance.now();
  await waitUntilSettled(product, before, accepted);
  const settledAt = performance.now();
  return {
    accepted,
    settledPerSecond: (accepted.accepted / (settledAt - started)) * 1000,
    backlog: (settledAt - answeredAt) / 1000,
  };
};

/** Sends events as fast as the connections allow. */
export const runMixedAtFullSpeed = (product: Embedded, count: number, connections: number) =>
  runMixedLoad(product, `${connections} at once`, count, (shots) =>
    sendAtFullSpeed(shots, connections),
  );

/** Sends events at a fixed rate, for some seconds. */
export const runMixedAtRate = (product: Embedded, perSecond: number, seconds: number) =>
  runMixedLoad(product, `${perSecond} a second`, perSecond * seconds, (shots) =>
    sendAtRate(shots, perSecond, seconds),
  );
