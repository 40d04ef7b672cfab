import { ask } from '../../domain/approvals/asked.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { resolveApproval: { status: 'resolved', message: 'Yes', all: true } },
  furnish: async (scene) => {
    const resources = [{ id: 'a', name: canary }];
    return { approval_id: await ask(scene, { bot_name: canary, resources, resource_count: 1 }) };
  },
};
