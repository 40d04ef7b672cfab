import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { createApiKey: { name: 'New one', expires_on: null } },
  furnish: async (scene) => {
    const key = { name: `${canary} API key`, expires_on: null };
    return { api_key_id: (await scene.apiKeys.createApiKey(scene.root, key))._id };
  },
};
