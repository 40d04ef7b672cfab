// `npm run crash -- --rate 100 --minutes 1`: signed webhooks under random kill -9, then a count.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, send } from '#test/support/findings.ts';
import { publish } from '../bench/scenarios.ts';
import { threeNodes } from '../bench/bots.ts';
import { isClean, type Seen, tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '1' },
  },
});
const rate = Number(values.rate);
const end = performance.now() + Number(values.minutes) * 60_000;

/** A sender repeats a refused delivery with the same id until it is acknowledged. */
const deliver = async (product: Embedded, id: string, acked: Set<string>, times: number[]) => {
  const started = performance.now();
  await eventually(
    () => send(product, finding(id, 'HIGH'), { 'idempotency-key': id }).catch(() => undefined),
    (answer) => answer?.status === 202 || answer?.status === 200,
    60_000,
  );
  acked.add(id);
  times.push(performance.now() - started);
};

const killAndRestart = async (product: Embedded): Promise<number> => {
  let kills = 0;
  while (performance.now() < end) {
    await pause(5_000 + Math.random() * 10_000);
    await product.kill();
    await product.start();
    kills += 1;
  }
  return kills;
};

const readAll = async (product: Embedded): Promise<Seen[]> => {
  const { listener_id } = product.sample;
  const states = new Map<string, string>();
  for (let next: string | undefined, more = true; more;) {
    const page = await product.api.executions.listExecutions({
      number_of_items: 100,
      ...(next && { next }),
    });
    for (const { _id, state } of page.items) states.set(_id, state);
    next = page.next;
    more = next !== undefined;
  }
  const seen: Seen[] = [];
  for (let next: string | undefined, more = true; more;) {
    const page = await product.api.listeners.listListenerEvents({
      listener_id,
      number_of_items: 100,
      ...(next && { next }),
    });
    for (const { _id, delivery_id = '', bot_exc_ids } of page.items) {
      const runs = bot_exc_ids.map((id) => ({ id, state: states.get(id) ?? 'missing' }));
      seen.push({ event_id: _id, delivery_id, runs });
    }
    next = page.next;
    more = next !== undefined;
  }
  return seen;
};

const product = await openEmbedded();
try {
  // The sample bot would wait for people; this one ends by itself.
  await product.api.bots.setBotStatus({ bot_id: product.sample.bot_id, status: 'disabled' });
  await publish(product, 'Crash run', threeNodes(product.sample.listener_id));
  const acked = new Set<string>();
  const times: number[] = [];
  const sending: Promise<void>[] = [];
  const killing = killAndRestart(product);
  for (let n = 0; performance.now() < end; n += 1) {
    sending.push(deliver(product, `crash-${n}`, acked, times));
    await pause(1000 / rate);
  }
  const kills = await killing;
  await Promise.all(sending);
  const settled = await eventually(
    async () => tally(acked, await readAll(product)),
    ({ stuck }) => stuck === 0,
    60_000,
  );
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor(sorted.length * share)]?.toFixed(0)} ms`;
  console.table([{ ...settled, kills, p50: at(0.5), p99: at(0.99) }]);
  process.exitCode = isClean(settled) ? 0 : 1;
} finally {
  await product.close();
}
