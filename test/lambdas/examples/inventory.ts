import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Example } from '../example.ts';

export const example: Example = {
  inputs: {
    startInventoryExecution: { integration_id: sampleId('aws-sandbox') },
    listResourceTypes: { integration_type: 'aws' },
    listResourceColumns: { resource_type: 'aws_s3_bucket' },
    searchResources: { resource_type: 'aws_s3_bucket' },
    exportResources: { resource_type: 'aws_s3_bucket' },
    queryInventory: { integration_type: 'aws', sql: 'select 1' },
    saveSearch: { name: 'Public buckets', query: { resource_type: 'aws_s3_bucket' } },
    createInventorySchedule: {
      integration_id: sampleId('aws-sandbox'),
      cron_expression: '30 2 * * *',
    },
  },
  furnish: async ({ inventory, root }) => {
    await inventory.addSampleEstate(root, {});
    const integration_id = sampleId('aws-production');
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    const { _id: schedule_id } = await inventory.createInventorySchedule(root, {
      integration_id,
      cron_expression: '0 4 * * *',
      tz_info: 'UTC',
      compliance_checks: [],
    });
    const { _id: search_id } = await inventory.saveSearch(root, {
      name: 'All buckets',
      query: { resource_type: 'aws_s3_bucket' },
    });
    return { execution_id, schedule_id, search_id };
  },
};
