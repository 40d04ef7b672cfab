import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { finding, signBody } from '#test/support/findings.ts';
import { threeNodes } from '../bench/bots.ts';
import { publish } from '../bench/scenarios.ts';
import { findQueuedWork } from './leftovers.ts';
import { isClean, type StoredEvent, tallyDeliveries } from './tally.ts';

type Options = {
  /** Signed webhooks per second. */
  rate: number;
  minutes: number;
  /** Seconds between two kills: minimum and maximum. */
  every: readonly [number, number];
};

type Answers = { acked: Set<string>; times: number[] };

/** About 2 kB, like real findings. */
const bodyOf = (id: string): string => JSON.stringify({ ...finding(id), text: 'x'.repeat(1800) });

/** A sender repeats a delivery with the same id until it is acknowledged. */
export const deliver = async ({ sample }: Embedded, id: string, due: number, answers: Answers) => {
  const body = bodyOf(id);
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signBody(sample.secret, body),
    'idempotency-key': id,
  };
  const post = async () => {
    const answer = await fetch(sample.webhook_url, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  await eventually(
    () => post().catch(() => 0),
    (status) => status === 202 || status === 200,
    120_000,
  );
  answers.acked.add(id);
  answers.times.push(performance.now() - due);
};

/** Sends at a fixed rate, independent of answers; times count from when each was due. */
const sendAll = async (product: Embedded, { rate, minutes }: Options): Promise<Answers> => {
  const answers: Answers = { acked: new Set(), times: [] };
  const sending: Promise<void>[] = [];
  const startTime = performance.now();
  for (let n = 0; n < rate * minutes * 60; n += 1) {
    const due = startTime + (n * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    sending.push(deliver(product, `crash-${n}`, due, answers));
  }
  await Promise.all(sending);
  return answers;
};

type Listed<T> = { items: T[]; next?: string | undefined };

async function* iterateItems<T>(page: (next: { next?: string }) => Promise<Listed<T>>) {
  let next: string | undefined;
  do {
    const currentPage: Listed<T> = await page(next === undefined ? {} : { next });
    yield* currentPage.items;
    next = currentPage.next;
  } while (next !== undefined);
}

/** The first view of each ended run; it must never change. */
const trackEndedRuns = ({ api }: Embedded, bot_id: string) => {
  const ended = new Map<string, string>();
  return {
    ended,
    /** Records the newest runs. */
    note: async () => {
      const { items } = await api.executions.listExecutions({ bot_id, number_of_items: 100 });
      for (const run of items) {
        if (isFinal(run.state) && !ended.has(run._id)) ended.set(run._id, JSON.stringify(run));
      }
    },
  };
};

/** Kills the product repeatedly until `stopSignal`; returns how often. */
const killAndRestart = async (
  product: Embedded,
  [minSeconds, maxSeconds]: Options['every'],
  stopSignal: AbortSignal,
  onStart: () => Promise<void>,
): Promise<number> => {
  for (let kills = 0; ; kills += 1) {
    const wait = (minSeconds + Math.random() * (maxSeconds - minSeconds)) * 1000;
    await pause(wait, undefined, { signal: stopSignal }).catch(() => undefined);
    if (stopSignal.aborted) return kills;
    await product.kill();
    await product.start();
    await onStart();
  }
};

/** Waits until no work is left or none has changed for a minute; returns the time taken (ms). */
const settle = async ({ folder }: Embedded): Promise<number> => {
  const startTime = performance.now();
  let lastChange = startTime;
  let before = '';
  while (performance.now() - lastChange < 60_000) {
    const queuedWork = findQueuedWork(join(folder, 'data')).join();
    if (queuedWork === '') break;
    if (queuedWork !== before) lastChange = performance.now();
    before = queuedWork;
    await pause(1000);
  }
  return performance.now() - startTime;
};

/** Every event with its runs, and the number of ended runs that have changed. */
const readStoredEvents = async (
  { api, sample: { listener_id } }: Embedded,
  bot_id: string,
  ended: ReadonlyMap<string, string>,
): Promise<{ storedEvents: StoredEvent[]; changed: number }> => {
  const states = new Map<string, string>();
  let changed = 0;
  const page = { number_of_items: 100 };
  for await (const run of iterateItems((next) =>
    api.executions.listExecutions({ bot_id, ...page, ...next }),
  )) {
    states.set(run._id, run.state);
    const before = ended.get(run._id);
    if (before !== undefined && before !== JSON.stringify(run)) changed += 1;
  }
  const storedEvents: StoredEvent[] = [];
  for await (const { _id, delivery_id = '', bot_exc_ids } of iterateItems((next) =>
    api.listeners.listListenerEvents({ listener_id, ...page, ...next }),
  )) {
    const runs = bot_exc_ids.map((id) => ({ id, state: states.get(id) ?? 'missing' }));
    storedEvents.push({ event_id: _id, delivery_id, runs });
  }
  return { storedEvents, changed };
};

/**
 * Sends signed webhooks to a product that is killed repeatedly, then counts. Each starts a bot of
 * three nodes. `times` run from when each delivery was due until it was acknowledged.
 */
export const crashWebhooks = async (options: Options) => {
  const product = await openEmbedded();
  try {
    const { bot_id: sampleBot, listener_id } = product.sample;
    // The sample bot would wait for people; this one ends by itself.
    await product.api.bots.setBotStatus({ bot_id: sampleBot, status: 'disabled' });
    const bot_id = await publish(product, 'Crash run', threeNodes(listener_id));
    const { ended, note } = trackEndedRuns(product, bot_id);
    const controller = new AbortController();
    const killing = killAndRestart(product, options.every, controller.signal, note);
    const { acked, times } = await sendAll(product, options);
    controller.abort();
    const kills = await killing;
    const wait = await settle(product);
    const { storedEvents, changed } = await readStoredEvents(product, bot_id, ended);
    const tally = tallyDeliveries(acked, storedEvents);
    times.sort((a, b) => a - b);
    const at = (share: number) => `${times[Math.floor(times.length * share)]?.toFixed(0)} ms`;
    return {
      isClean: isClean(tally) && changed === 0,
      row: {
        ...tally,
        changed,
        kills,
        p50: at(0.5),
        p99: at(0.99),
        settled: `${(wait / 1000).toFixed(1)} s`,
      },
    };
  } finally {
    await product.close();
  }
};
