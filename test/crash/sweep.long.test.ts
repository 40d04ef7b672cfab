import { type CutResults, cutsAtSomeSteps, runCuts, type Steps } from './sweep.ts';
import type { Cut } from './verdict.ts';

let cutResults: CutResults;

const kinds = ['executions', 'execution_lanes', 'runner_runs'];

/** Steps all over the run, and the second write of each kind, as the order of writes may vary. */
const choose = (steps: Steps): Cut[] => [
  ...cutsAtSomeSteps(4, 0.7)(steps),
  ...kinds.map((of): Cut => ({ write: 2, of })),
];

beforeAll(async () => {
  cutResults = await runCuts({ products: 1, choose });
});

describe('a bot with every kind of node that is killed at many steps of its run', () => {
  it('ends as without kills, with legal states and one repeated attempt per kill', () => {
    expect(cutResults.problems).toEqual([]);
  });

  it('is killed in nearly every round, and twice in some rounds', () => {
    const kills = cutResults.rounds.map(({ killed }) => killed.length);
    expect(kills).toHaveLength(7);
    expect(kills.filter((count) => count > 0).length).toBeGreaterThan(5);
    expect(kills.filter((count) => count > 1).length).toBeGreaterThan(0);
  });

  it('is killed after writes of its run, lanes and state machine, and at calls', () => {
    const killed = cutResults.rounds.flatMap((round) => round.killed).join('\n');
    for (const kind of [...kinds, 'not answered']) {
      expect(killed).toContain(kind);
    }
  });
});
