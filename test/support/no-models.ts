import type { Models } from '#lib/ports/model.ts';

/** Where no bot asks a model. */
export const noModels: Models = {
  turn: async () => {
    throw new Error('No model is asked here.');
  },
};
