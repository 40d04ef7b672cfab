import { storeApproval } from '../../domain/approvals/store-approval.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: { resolveApproval: { status: 'resolved', message: 'Yes', all: true } },
  furnish: async (scene) => {
    const resources = [{ id: 'a', name: canary }];
    return {
      approval_id: await storeApproval(scene, { bot_name: canary, resources, resource_count: 1 }),
    };
  },
};
