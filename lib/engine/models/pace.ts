import { othersHadTheirTurn } from '../expression/turns.ts';

/** Milliseconds of work after which everybody else has a turn. */
const longestWork = 10;

/** To be awaited between two pieces of work: lets everybody else go first once it took long. */
export const pace = (now: () => number = () => performance.now()) => {
  let since = now();
  return async (): Promise<void> => {
    if (now() - since < longestWork) return;
    await othersHadTheirTurn();
    since = now();
  };
};
