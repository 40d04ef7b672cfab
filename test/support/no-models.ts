import type { Models } from '#lib/ports/model.ts';

/** For tests in which no bot calls a model. */
export const noModels: Models = {
  turn: async () => {
    throw new Error('No model is asked here.');
  },
};
