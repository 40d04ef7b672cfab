// `npm run crash`: the product under kill -9, with signed webhooks, with AI agents at work, or at
// every step of one bot.
import { parseArgs } from 'node:util';
import { crashAgents } from './agents.ts';
import { crashReference } from './reference.ts';
import { crashWebhooks } from './webhooks.ts';

const help = `npm run crash -- [options]

Sends signed webhooks to the embedded product, which is killed (kill -9) at random moments and
started again, then counts what became of them: settled is how long it worked on after the last
was sent, stuck what has not ended although nothing moved for a minute.
  --rate <n>         webhooks a second (100)
  --minutes <n>      for how long (1)
  --every <a>-<b>    seconds between two kills (5-15)

  --reference        instead: runs a bot with every kind of node that needs no integration, and
                     kills the product after each of its writes and at each of its calls, three
                     times, the third time once more during the recovery; about 600 runs
  --products <n>     so many products side by side (2)
  --only <n>         only so many of the steps, spread evenly

  --agents <n>       instead: so many agents work side by side, each with a tool that reads, a
                     question to people and a change that they approve
  --kills <n>        for so many kills (20)

Ends with status 1 where anything was lost, doubled, changed or left open.`;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '1' },
    every: { type: 'string', default: '5-15' },
    reference: { type: 'boolean', default: false },
    products: { type: 'string', default: '2' },
    only: { type: 'string' },
    agents: { type: 'string' },
    kills: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});

const run = () => {
  const { rate, minutes, every, reference, products, only, agents, kills } = values;
  if (agents !== undefined) {
    return crashAgents({ agents: Number(agents), kills: Number(kills), every: [0.3, 2] });
  }
  if (reference)
    return crashReference({ products: Number(products), stepCount: Number(only ?? 0) });
  const [minSeconds = 5, maxSeconds = minSeconds] = every.split('-').map(Number);
  return crashWebhooks({
    rate: Number(rate),
    minutes: Number(minutes),
    every: [minSeconds, maxSeconds],
  });
};

if (values.help) {
  console.log(help);
} else {
  const { row, isClean } = await run();
  console.table([row]);
  process.exitCode = isClean ? 0 : 1;
}
