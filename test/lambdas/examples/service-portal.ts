import type { Example } from '../example.ts';

export const example: Example = {
  furnish: async (_scene, { bot_id = '' }) => ({ app_id: bot_id }),
};
