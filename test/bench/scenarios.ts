import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent, signBody } from '#test/support/findings.ts';
import { approvedCall, effectNodes, pureNodes, threeNodes } from './bots.ts';
import { median, sendAtFullSpeed, type Shot } from './load.ts';
import type { Target } from './target.ts';

export type Listener = { listener_id: string; url: URL; secret: string };

const signature = {
  auth_type: 'signature' as const,
  headers: { primary_header: 'x-hub-signature-256', additional_headers: [] },
  signature_encoding_type: 'HEX' as const,
  signature_prefix: 'sha256=',
};

export const makeListener = async (product: Embedded, name: string): Promise<Listener> => {
  const listener = await product.api.listeners.createListener({
    name,
    description: 'For the bench.',
    auth_configs: signature,
  });
  return { listener_id: listener._id, url: new URL(listener.webhook_url), secret: listener.secret };
};

/** An event as its sender signs it, with a delivery id. */
export const signedShot = (listener: Listener, body: string, id: string): Shot => {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-hub-signature-256': signBody(listener.secret, body),
    'idempotency-key': id,
  };
  return { url: listener.url, headers, body };
};

/** Signed events of about 2 kB, alternating between listeners, each with its own delivery id. */
export const shotsFor = (listeners: readonly Listener[], count: number, tag: string): Shot[] =>
  Array.from({ length: count }, (_, n) => {
    const listener = listeners[n % listeners.length];
    if (!listener) throw new Error('No listener.');
    const event = { ...finding(`${tag}-${n}`), text: 'x'.repeat(1800) };
    return signedShot(listener, JSON.stringify(event), event.id);
  });

export const publish = async (product: Embedded, name: string, graph: Graph): Promise<string> => {
  const bot = await product.api.bots.createBot({ name, graph });
  await product.api.bots.publishBot({ bot_id: bot._id, version: 1 });
  return bot._id;
};

const waitUntilFinished = (product: Embedded, bot_exc_id: string) =>
  eventually(
    () => product.api.executions.getExecution({ bot_exc_id }),
    ({ state }) => state !== 'IN_PROGRESS',
    120_000,
  );

/** Starts a run and returns it once it has succeeded. */
export const runUntilFinished = async (product: Embedded, bot_id: string, value = 0) => {
  const { _id } = await product.api.executions.startExecution({ bot_id, input: { value } });
  const run = await waitUntilFinished(product, _id);
  if (run.state !== 'SUCCEEDED') throw new Error(`${run.state}: ${run.errors.join(' ')}`);
  return run;
};

/** Milliseconds that runs of a bot take by their own records; the median of `rounds`. */
const measureRunTime = async (
  product: Embedded,
  bot_id: string,
  rounds: number,
): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const run = await runUntilFinished(product, bot_id, n);
    times.push(Date.parse(run.finished_at ?? '') - Date.parse(run.created_at));
  }
  return median(times);
};

const waitUntilAllEnded = (product: Embedded, bot_id: string, ids: readonly string[]) =>
  eventually(
    async () => {
      const page = await product.api.executions.listExecutions({ bot_id, number_of_items: 100 });
      const ended = new Set(page.items.filter((run) => run.finished_at).map(({ _id }) => _id));
      return ids.filter((id) => !ended.has(id)).length;
    },
    (count) => count === 0,
    180_000,
  );

/** The last runs of a burst: those of the last events, which finish last. */
const findLastRuns = async (product: Embedded, listener: Listener): Promise<string[]> => {
  const { listener_id } = listener;
  const page = await eventually(
    () => product.api.listeners.listListenerEvents({ listener_id, number_of_items: 20 }),
    ({ items }) => items.every(({ bot_exc_ids }) => bot_exc_ids.length > 0),
    180_000,
  );
  return page.items.flatMap(({ bot_exc_ids }) => bot_exc_ids);
};

/** Waits until the runs of a listener's last events have ended. */
export const waitForLastRuns = async (product: Embedded, bot_id: string, listener: Listener) =>
  waitUntilAllEnded(product, bot_id, await findLastRuns(product, listener));

/** Three-node runs finished per second, from the first webhook to the end of the last run. */
export const measureRunsPerSecond = async (product: Embedded, count: number): Promise<number> => {
  const listeners = await Promise.all(
    [1, 2, 3, 4].map((n) => makeListener(product, `Three nodes ${n} of ${count}`)),
  );
  const bots = await Promise.all(
    listeners.map(({ listener_id }, n) =>
      publish(product, `Three nodes ${n} of ${count}`, threeNodes(listener_id)),
    ),
  );
  const shots = shotsFor(listeners, count, `runs-${count}`);
  const started = performance.now();
  const { accepted } = await sendAtFullSpeed(shots, 16);
  for (const [n, listener] of listeners.entries()) {
    await waitForLastRuns(product, bots[n] ?? '', listener);
  }
  return (accepted / (performance.now() - started)) * 1000;
};

export const measurePureTime = async (product: Embedded): Promise<number> =>
  measureRunTime(product, await publish(product, 'Forty pure nodes', pureNodes()), 15);

export const measureEffectTime = async (product: Embedded, target: Target): Promise<number> =>
  measureRunTime(product, await publish(product, 'Forty effects', effectNodes(target.url)), 10);

/** Milliseconds from the approving click to the call that follows the approval. */
export const measureApprovalToNode = async (product: Embedded, target: Target): Promise<number> => {
  const bot_id = await publish(product, 'Approved call', approvedCall(target.url));
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const { _id: bot_exc_id } = await product.api.executions.startExecution({ bot_id });
    const run = await eventually(
      () => product.api.executions.getExecution({ bot_exc_id }),
      ({ state }) => state === 'WAITING_FOR_APPROVAL',
    );
    const called = target.nextCall();
    const clicked = performance.now();
    await product.api.approvals.resolveApproval({
      approval_id: run.waiting_for?.approval_id ?? '',
      status: 'resolved',
      all: true,
      message: 'Go on',
    });
    times.push((await called) - clicked);
  }
  return median(times);
};

/** Milliseconds from the start of the process to the first webhook that it accepts. */
export const measureStartToAccepted = async (product: Embedded): Promise<number> => {
  await product.kill();
  const started = performance.now();
  const starting = product.start();
  const id = `start-${started}`;
  await eventually(
    () => sendSampleEvent(product, finding(id, 'LOW')).catch(() => undefined),
    (answer) => answer?.status === 202,
    60_000,
  );
  const ms = performance.now() - started;
  await starting;
  return ms;
};
