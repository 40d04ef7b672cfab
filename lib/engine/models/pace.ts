import { othersHadTheirTurn } from '../expression/turns.ts';

/** Milliseconds of work after which other work gets its turn. */
const longestWork = 10;

/** Returns a function to await between pieces of work: after a long one other work goes first. */
export const pace = (now: () => number = () => performance.now()) => {
  let since = now();
  return async (): Promise<void> => {
    if (now() - since < longestWork) return;
    await othersHadTheirTurn();
    since = now();
  };
};
