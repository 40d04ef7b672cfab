import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Example } from '../example.ts';

export const example: Example = {
  inputs: { startInventoryExecution: { integration_id: sampleId('aws-sandbox') } },
  furnish: async ({ inventory, root }) => {
    await inventory.addSampleEstate(root, {});
    const integration_id = sampleId('aws-production');
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    return { execution_id };
  },
};
