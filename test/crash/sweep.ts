import { openRounds, type Rounds } from './rounds.ts';
import { type Cut, problemsOf, type Round } from './verdict.ts';

/** The writes and calls of a run without kills. */
export type Steps = { writes: string[]; calls: number };

/** Each step once: every write, then every call. */
const cutsOf = ({ writes, calls }: Steps): Cut[] => [
  ...writes.map((_, n): Cut => ({ write: n + 1 })),
  ...Array.from({ length: calls }, (_, n): Cut => ({ call: n + 1 })),
];

/** Kills once more, at a step of the recovery that differs between cuts. */
const withSecondKill = (cut: Cut, n: number): Cut => ({ ...cut, secondKillAfter: 1 + (n % 12) });

/** Every step three times; the third time the recovery is killed too. */
export const cutsAtEveryStep = (steps: Steps): Cut[] => {
  const cuts = cutsOf(steps);
  return [...cuts, ...cuts, ...cuts.map(withSecondKill)];
};

/** `count` steps, spread evenly, offset by `shift` (0 to 1); each fourth recovery dies too. */
export const cutsAtSomeSteps =
  (count: number, shift: number) =>
  (steps: Steps): Cut[] => {
    const cuts = cutsOf(steps);
    return Array.from({ length: count }, (_, n) => {
      const cut = cuts[Math.floor(((n + shift) * cuts.length) / count)] ?? {};
      return n % 4 === 3 ? withSecondKill(cut, n) : cut;
    });
  };

export type CutResults = {
  steps: Steps;
  rounds: Round[];
  /** What went wrong, and where the kill was. */
  problems: string[];
  starts: number[];
};

type Options = {
  choose: (steps: Steps) => Cut[];
  /** The number of products killed side by side. */
  products: number;
  onRound?: () => void;
};

const runShareOfCuts = async (
  rounds: Rounds,
  { choose, products, onRound = () => {} }: Options,
  share: number,
): Promise<Omit<CutResults, 'starts'>> => {
  const { smooth, writes } = await rounds.smoothly();
  const steps = { writes, calls: smooth.calls.length };
  const problems = problemsOf(smooth, smooth);
  const roundResults: Round[] = [];
  for (const cut of choose(steps).filter((_, n) => n % products === share)) {
    const cutText = JSON.stringify(cut);
    try {
      const one = await rounds.round(cut);
      roundResults.push(one);
      const found = problemsOf(one, smooth);
      problems.push(...found.map((problem) => `${cutText}, ${one.killed.join(', ')}: ${problem}`));
    } catch (error) {
      // A run that does not end would affect the following ones.
      problems.push(`${cutText}: ${String(error)}`);
      break;
    }
    onRound();
  }
  return { steps, rounds: roundResults, problems };
};

/**
 * Runs the reference bot once for each chosen cut, and compares each run with one without a kill.
 */
export const runCuts = async (options: Options): Promise<CutResults> => {
  const shares = Array.from({ length: options.products }, async (_, share): Promise<CutResults> => {
    const rounds = await openRounds();
    const swept = await runShareOfCuts(rounds, options, share);
    const openItems = await rounds.close();
    return { ...swept, problems: [...swept.problems, ...openItems], starts: rounds.starts };
  });
  const [first, ...others] = await Promise.all(shares);
  if (!first) throw new Error('Nothing is swept without a product.');
  const all = [first, ...others];
  return {
    steps: first.steps,
    rounds: all.flatMap(({ rounds }) => rounds),
    problems: all.flatMap(({ problems }) => problems),
    starts: all.flatMap(({ starts }) => starts),
  };
};
