import { writeBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { botFileFormat } from '#lib/domain/bots/bot-file.schema.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { draw } from '#test/support/drawing.ts';
import type { Embedded } from '#test/support/embedded.ts';

/** As many conditions as a bot may have, each with an expression of its own. */
const largestBot = () => {
  const names = Array.from({ length: limits.nodesPerBot - 1 }, (_, n) => `n${n}`);
  const ways = names.map((name) => `${name}:condition`).join(' -yes-> ');
  const settings = names.map((name, n) => [name, { expression: `{% $event.value${n} > ${n} %}` }]);
  const graph = draw(`start -> ${ways}`, Object.fromEntries(settings));
  return newBot.parse({ name: 'As large as may be', graph });
};

/** The longest that somebody else waited for an answer while `act` was served (ms). */
const longestWait = async (product: Embedded, act: () => Promise<unknown>): Promise<number> => {
  let isServed = false;
  const served = act().finally(() => (isServed = true));
  let longest = 0;
  do {
    const began = performance.now();
    await (await fetch(`${product.url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - began);
  } while (!isServed);
  await served;
  return longest;
};

/** What others wait for while the largest bot comes in, is saved, and is opened (ms). */
export const waitsBesideLargest = async (product: Embedded) => {
  const bot = largestBot();
  const text = writeBotText({ format: botFileFormat, ...bot }, 'yaml');
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await product.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let created: Record<string, unknown> = {};
  return {
    importing: await longestWait(product, () => ask('POST', 'bots/import', { text })),
    saving: await longestWait(product, async () => (created = await ask('POST', 'bots', bot))),
    opening: await longestWait(product, () => ask('GET', `bots/${String(created._id)}`)),
  };
};
