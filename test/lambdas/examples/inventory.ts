import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Example } from '../example.ts';

export const example: Example = {
  inputs: {
    startInventoryExecution: { integration_id: sampleId('aws-sandbox') },
    listResourceTypes: { integration_type: 'aws' },
    listResourceColumns: { resource_type: 'aws_s3_bucket' },
    searchResources: { resource_type: 'aws_s3_bucket' },
    exportResources: { resource_type: 'aws_s3_bucket' },
  },
  furnish: async ({ inventory, root }) => {
    await inventory.addSampleEstate(root, {});
    const integration_id = sampleId('aws-production');
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    return { execution_id };
  },
};
