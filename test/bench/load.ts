import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One prepared request; all costly preparation is done before the clock starts. */
export type Shot = { url: URL; headers: Record<string, string>; body: string };

/** Times of accepted shots (2xx), from the first attempt until acceptance. */
export type Measured = {
  accepted: number;
  /** Accepted shots per second. */
  perSecond: number;
  p50: number;
  p99: number;
  /** The number of answers by status, including rejections; 0 is a failed connection. */
  statuses: Record<number, number>;
};

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** A connection without data for this long (ms) counts as failed. */
const connectionTimeout = 60_000;

type ShotResult = { status: number; retryAfter: number };

/** Sends one shot; a failed connection has the status 0. */
export const sendShot = (agent: Agent, { url, headers, body }: Shot): Promise<ShotResult> =>
  new Promise((resolve) => {
    const failed = () => resolve({ status: 0, retryAfter: 0 });
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      const retryAfter = Number(answer.headers['retry-after'] ?? 0);
      answer.resume();
      answer.once('error', failed);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter }));
    });
    sent.once('error', failed);
    sent.setTimeout(connectionTimeout, () => sent.destroy());
    sent.end(body);
  });

const summarise = (times: number[], statuses: Record<number, number>, ms: number): Measured => {
  const sorted = times.sort((a, b) => a - b);
  return {
    accepted: times.length,
    perSecond: (times.length / ms) * 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    statuses,
  };
};

const openRecorder = () => {
  const times: number[] = [];
  const statuses: Record<number, number> = {};

  /** Retries after each 429, waiting as long as it asks, until another status is returned. */
  const recordUntilTaken = async (agent: Agent, shot: Shot, since = performance.now()) => {
    for (;;) {
      const { status, retryAfter } = await sendShot(agent, shot);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 200 && status < 300) times.push(performance.now() - since);
      if (status !== 429) return;
      await pause(retryAfter * 1000);
    }
  };
  return { times, statuses, recordUntilTaken };
};

/** Sends all shots over `connections`, each as soon as the one before was answered. */
export const sendAtFullSpeed = async (shots: Shot[], connections: number): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { times, statuses, recordUntilTaken } = openRecorder();
  const queue = [...shots];
  const started = performance.now();
  const sender = async () => {
    for (let shot = queue.pop(); shot; shot = queue.pop()) await recordUntilTaken(agent, shot);
  };
  await Promise.all(Array.from({ length: connections }, sender));
  const measured = summarise(times, statuses, performance.now() - started);
  agent.destroy();
  return measured;
};

/** Sends at a fixed rate, independent of answers; times count from when each shot was due. */
export const sendAtRate = async (
  shots: Iterable<Shot>,
  perSecond: number,
  seconds: number,
): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const { times, statuses, recordUntilTaken } = openRecorder();
  const pending: Promise<void>[] = [];
  const source = shots[Symbol.iterator]();
  const started = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = started + (n * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    const { value } = source.next();
    pending.push(recordUntilTaken(agent, value, due));
  }
  await Promise.all(pending);
  const measured = summarise(times, statuses, performance.now() - started);
  agent.destroy();
  return measured;
};
