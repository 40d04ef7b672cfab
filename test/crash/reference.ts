import { cutsAtEveryStep, cutsAtSomeSteps, runCuts } from './sweep.ts';

type Options = {
  products: number;
  /** The number of steps to test; 0: every step, three times. */
  stepCount: number;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Kills the product at the steps of the reference bot, and reports what was wrong. */
export const crashReference = async ({ products, stepCount }: Options) => {
  const startTime = performance.now();
  let runCount = 0;
  const onRound = () => {
    runCount += 1;
    if (runCount % 25 === 0)
      console.error(`${runCount} runs, ${seconds(performance.now() - startTime)}`);
  };
  const choose = stepCount === 0 ? cutsAtEveryStep : cutsAtSomeSteps(stepCount, 0.5);
  const { steps, rounds, problems, starts } = await runCuts({ products, choose, onRound });
  for (const problem of problems) console.error(problem);
  const kills = rounds.map(({ killed }) => killed.length);
  const row = {
    writes: steps.writes.length,
    calls: steps.calls,
    runs: rounds.length,
    kills: kills.reduce((sum, count) => sum + count, 0),
    'killed twice': kills.filter((count) => count > 1).length,
    problems: problems.length,
    'slowest run': seconds(Math.max(...rounds.map(({ ms }) => ms))),
    'slowest start': seconds(Math.max(...starts)),
    took: seconds(performance.now() - startTime),
  };
  return { row, isClean: problems.length === 0 };
};
