import { on } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { writeBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { botFileFormat } from '#lib/domain/bots/bot-file.schema.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { draw } from '#test/support/drawing.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { threeNodes } from './bots.ts';
import { megabytesOf } from './memory.ts';
import type { OtherClient } from './other-client.ts';
import { makeListener, publish, signedShot, waitForLastRuns } from './scenarios.ts';

/** A bot with as many conditions as allowed, each with an expression of its own. */
const largestBot = () => {
  const names = Array.from({ length: limits.nodesPerBot - 1 }, (_, n) => `n${n}`);
  const ways = names.map((name) => `${name}:condition`).join(' -yes-> ');
  const settings = names.map((name, n) => [name, { expression: `{% $event.value${n} > ${n} %}` }]);
  const graph = draw(`start -> ${ways}`, Object.fromEntries(settings));
  return newBot.parse({ name: 'As large as may be', graph });
};

type ConcurrentImpact = { wait: number; growth: number };

/** The longest wait of another client (ms) while `action` was being served, and the memory used (MB). */
const measureConcurrentImpact = async (
  product: Embedded,
  action: () => Promise<unknown>,
): Promise<ConcurrentImpact> => {
  const workerData: OtherClient = { url: product.url };
  const worker = new Worker(new URL('other-client.ts', import.meta.url), { workerData });
  const messages = on(worker, 'message');
  const next = async (): Promise<unknown> => (await messages.next()).value?.[0];
  await next();
  const before = megabytesOf(product);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, megabytesOf(product))), 5);
  try {
    await action();
    worker.postMessage('end');
    return { wait: Number(await next()), growth: peak - before };
  } finally {
    clearInterval(sampling);
    await worker.terminate();
  }
};

/** As long as most measurements here, so that chance finds as many long waits (ms). */
const measureIdleWait = async (product: Embedded) =>
  (await measureConcurrentImpact(product, () => pause(1000))).wait;

/** How long others wait while the largest bot is received, saved and opened (ms). */
export const measureLargestBotImpact = async (product: Embedded) => {
  const bot = largestBot();
  const text = writeBotText({ format: botFileFormat, ...bot }, 'yaml');
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await product.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const wait = async (action: () => Promise<unknown>) =>
    (await measureConcurrentImpact(product, action)).wait;
  let created: Record<string, unknown> = {};
  return {
    alone: await measureIdleWait(product),
    imported: await wait(() => ask('POST', 'bots/import', { text })),
    saved: await wait(async () => (created = await ask('POST', 'bots', bot))),
    opened: await wait(() => ask('GET', `bots/${String(created._id)}`)),
  };
};

const rounds = 5;

/** Requests that are cheap to send and as costly as possible to read. */
export const measureHostileImpact = async (product: Embedded) => {
  const listener = await makeListener(product, 'Hostile');
  const bot = await publish(product, 'Reads numbers', threeNodes(listener.listener_id));
  let events = 0;
  const sendEvent = async (text: string): Promise<number> => {
    const { url, headers, body } = signedShot(listener, text, `hostile-${(events += 1)}`);
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  const yaml = `graph: [${'[],'.repeat(330_000)}]`;
  const objects = `[${'{},'.repeat(1_300_000)}{}]`;
  // As many as are accepted, none of which JavaScript could hold.
  const numbers = `{"ids":[${'12345678901234567891,'.repeat(limits.jsonValues - 10)}1]}`;
  const sent = [
    {
      label: 'YAML of 330,000 lists in 1 MB',
      status: 400,
      send: async () => (await product.request('POST', 'bots/import', { text: yaml })).status,
    },
    {
      label: 'an event of 1,300,000 objects in 4 MB',
      status: 400,
      send: () => sendEvent(objects),
    },
    {
      label: 'an event of 100,000 large numbers in 2 MB, and its run',
      status: 202,
      send: async () => {
        const status = await sendEvent(numbers);
        await waitForLastRuns(product, bot, listener);
        return status;
      },
    },
  ];
  const figures = [];
  for (const { label, status: expected, send } of sent) {
    const statuses: number[] = [];
    const impacts: ConcurrentImpact[] = [];
    const quiet = await measureIdleWait(product);
    for (let n = 0; n < rounds; n += 1) {
      impacts.push(await measureConcurrentImpact(product, async () => statuses.push(await send())));
    }
    if (statuses.some((status) => status !== expected)) {
      throw new Error(`${label}: answered ${statuses.join(', ')}`);
    }
    figures.push({
      label,
      statuses: [...new Set(statuses)],
      alone: quiet,
      wait: Math.max(...impacts.map(({ wait }) => wait)),
      growth: Math.max(...impacts.map(({ growth }) => growth)),
    });
  }
  return figures;
};
