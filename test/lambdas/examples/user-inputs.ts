import { askInput } from '../../domain/user-inputs/asked.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { submitUserInput: { values: { reason: 'Yes' } } },
  furnish: async (scene) => ({
    user_input_id: await askInput(scene, { bot_name: canary, message: canary }),
  }),
};
