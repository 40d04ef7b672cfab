import type { Python } from '#lib/ports/python.ts';

/** For tests in which no bot has code. */
export const noPython: Python = {
  run: async () => {
    throw new Error('No code is run here.');
  },
};
