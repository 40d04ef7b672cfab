import { someSteps, sweep, type Swept } from './sweep.ts';

let swept: Swept;

beforeAll(async () => {
  swept = await sweep({ products: 2, choose: someSteps(8, 0.7) });
}, 240_000);

describe('a bot with every kind of node, killed at steps all over its run', () => {
  it('ends as it does otherwise, with legal states and one repeated attempt a kill', () => {
    expect(swept.problems).toEqual([]);
  });

  it('was killed in every round, in some of them twice', () => {
    const kills = swept.rounds.map(({ killed }) => killed.length);
    expect(kills).toHaveLength(8);
    expect(kills.filter((count) => count > 0).length).toBeGreaterThan(6);
    expect(kills.filter((count) => count > 1).length).toBeGreaterThan(0);
  });

  it('was killed after writes of its run, of its machine and of the bus, and at calls', () => {
    const killed = swept.rounds.flatMap((round) => round.killed).join('\n');
    for (const what of ['executions', 'execution_lanes', 'runner_runs', 'not answered']) {
      expect(killed).toContain(what);
    }
  });
});
