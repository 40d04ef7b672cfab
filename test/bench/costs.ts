import { runCost } from '#lib/domain/costs/cost.rules.ts';
import { listPrices } from '#lib/domain/costs/prices.rules.ts';
import { estimateUsage } from '#lib/engine/usage.ts';
import { type ReferenceBot, referenceBots } from '#test/engine/usage/reference-bots.ts';

const costGoals: Partial<Record<ReferenceBot, number>> = {
  '5 nodes, webhook': 0.0001,
  '12 nodes, one approval': 0.0003,
  'loop of 100 × 4 light nodes': 0.0015,
};

const runs = 7000;

/** What a run of the reference bots costs on AWS, by the cost model. */
export const modelledCosts = () =>
  Object.entries(costGoals).map(([name, atMost]) => {
    const bot = referenceBots[name as ReferenceBot];
    const usage = estimateUsage(bot('https://api.example.com/hosts'));
    const { total, mails } = runCost(usage);
    const cost = total - mails;
    const many = `${runs} runs $${(cost * runs).toFixed(2)}`;
    return {
      label: `modelled cost (${listPrices.region}, ${listPrices.as_of}): ${name}`,
      measured: `$${cost.toFixed(5)} a run, ${usage.transitions} transitions; ${many}`,
      // Rounded as the goal is.
      goals: [{ of: 'without mail', value: Number(cost.toFixed(4)), unit: '$', atMost }],
    };
  });
