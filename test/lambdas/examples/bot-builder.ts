import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { canary, type Example } from '../example.ts';

const model = {
  cspName: 'openai',
  alias: `${canary} models`,
  groups: [canary],
  values: { api_key: canary, models: 'gpt-5' },
};

export const example: Example = {
  inputs: { askBuilder: { messages: [{ role: 'user', text: 'Draw a bot.' }] } },
  furnish: async (scene) => {
    const input = newIntegration.parse(model);
    const { accountId } = await scene.integrations.createIntegration(scene.root, input);
    scene.model.turn = async () => ({
      type: 'answered',
      model_id: 'gpt-5',
      parts: [{ type: 'text', text: 'Done.' }],
      finish: 'stop',
    });
    return { model_integration_id: accountId };
  },
  otherIds: { askBuilder: { integration_id: 'model_integration_id' } },
};
