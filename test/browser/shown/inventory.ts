import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Shown } from '../support/shown.ts';

const query = {
  resource_type: 'aws_s3_bucket',
  match: {
    all: [
      { column: 'tags', path: 'env', operator: 'is', value: 'production' },
      {
        any: [
          { column: 'versioning_enabled', operator: 'is', value: true },
          { column: 'creation_date', operator: 'in_last_days', value: 30 },
        ],
      },
    ],
  },
};

export const shown: Shown = {
  make: async ({ api: { inventory, compliance } }) => {
    await inventory.addSampleEstate({});
    const integration_id = sampleId('aws-production');
    const { _id: scan_id } = await inventory.startInventoryExecution({ integration_id });
    await eventually(
      () => inventory.getInventoryExecution({ execution_id: scan_id }),
      ({ state }) => state === 'SUCCEEDED',
      90_000,
    );
    await compliance.createException({
      rule_id: 'aws-s3-tls-only',
      scope: { kind: 'tag', key: 'env', value: 'sandbox' },
      reason: 'Nothing of worth lies there.',
      owner: 'Storage team',
    });
    return { scan_id };
  },
  routes: [
    ['inventory', 'Inventory', 'Choose an integration type'],
    [
      `inventory/view?searchMQ=${encodeURIComponent(JSON.stringify(query))}`,
      'Inventory',
      'sample-invoices',
    ],
    ['inventory/compliance', 'Compliance', 'Rules over accounts'],
    ['inventory/compliance?rule=aws-s3-tls-only', 'Compliance', 'Remediation'],
    ['inventory/compliance/exceptions', 'Exceptions', 'Storage team'],
    ['inventory/schedule', 'Inventory schedule', 'Sample GCP project'],
    ['inventory/executions', 'Inventory executions', 'Sample AWS production'],
    ['inventory/executions/{scan_id}', 'Scan of Sample AWS production', 'Event log'],
  ],
};
