import { addUsage, noUsage, runCost } from '#lib/domain/costs/cost.rules.ts';
import { listPrices } from '#lib/domain/costs/prices.rules.ts';
import { estimateUsage } from '#lib/engine/usage.ts';
import { type ReferenceBot, referenceBots } from '#test/engine/usage/reference-bots.ts';

const url = 'https://api.example.com/hosts';

/** US dollars of one run of a reference bot, without its mails. */
const costOf = (name: ReferenceBot): number => {
  const { total, mails } = runCost(estimateUsage(referenceBots[name](url)));
  return total - mails;
};

describe('the cost of a usage', () => {
  it('is the sum of the costs of its parts', () => {
    const usage = {
      ...noUsage,
      transitions: 40,
      calls: 10,
      gbSeconds: 3,
      writes: 99,
      writeUnits: 6,
      indexUnits: 2,
      readUnits: 8,
      requests: 2,
      facts: 3,
      messages: 5,
      mails: 1,
    };
    const cost = runCost(usage);
    expect(cost.transitions).toBeCloseTo(0.001, 9);
    expect(cost.functions).toBeCloseTo(0.000002 + 0.00004, 9);
    expect(cost.database).toBeCloseTo(0.000005 + 0.000001, 9);
    expect(cost.events).toBeCloseTo(0.000007 + 0.000003 + 0.000002, 9);
    expect(cost.mails).toBeCloseTo(0.0001, 9);
    const { total, ...parts } = cost;
    expect(total).toBeCloseTo(
      Object.values(parts).reduce((sum, part) => sum + part),
      12,
    );
  });

  it('is zero without usage, and follows the prices', () => {
    expect(runCost(noUsage).total).toBe(0);
    const twice = { ...listPrices, transition: listPrices.transition * 2 };
    expect(runCost({ ...noUsage, transitions: 2 }, twice).total).toBeCloseTo(0.0001, 9);
  });

  it('can be added to another usage several times', () => {
    const sum = { ...noUsage, writes: 1 };
    addUsage(sum, { writes: 2, mails: 1 }, 3);
    expect(sum).toEqual({ ...noUsage, writes: 7, mails: 3 });
  });
});

describe('the reference bots', () => {
  it('cost no more than the documented amounts', () => {
    expect(costOf('5 nodes, webhook')).toBeLessThanOrEqual(0.00015);
    expect(costOf('12 nodes, one approval')).toBeLessThanOrEqual(0.0003);
    expect(costOf('loop of 100 × 4 light nodes')).toBeLessThanOrEqual(0.0015);
  });
});
