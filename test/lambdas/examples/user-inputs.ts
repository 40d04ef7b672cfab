import { storeUserInput } from '../../domain/user-inputs/store-user-input.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { submitUserInput: { values: { reason: 'Yes' } } },
  furnish: async (scene) => ({
    user_input_id: await storeUserInput(scene, { bot_name: canary, message: canary }),
  }),
};
