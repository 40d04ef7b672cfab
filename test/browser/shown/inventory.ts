import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { eventually } from '#test/support/eventually.ts';
import type { ShownPages } from '../support/shown-pages.ts';

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

const searched = `inventory/view?searchMQ=${encodeURIComponent(JSON.stringify(query))}`;

export const shown: ShownPages = {
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
    const { _id: own_rule_id } = await compliance.createOwnRule({
      title: 'Buckets bear a tag that names their use',
      description: 'Nobody knows what a bucket without one is for.',
      remediation: 'Give the bucket a tag.',
      severity: 'low',
      category: 'Operational Excellence',
      integration_type: 'aws',
      service: 'S3',
      resource_type: 'aws_s3_bucket',
      sql: `select arn as resource, case when tags is null then 'alarm' else 'ok' end as status,
        name as reason, region, account_id from aws_s3_bucket`,
    });
    return { scan_id, own_rule_id };
  },
  routes: [
    ['inventory', 'Inventory', 'Choose an integration type'],
    [searched, 'Inventory', 'sample-invoices'],
    ['inventory/compliance', 'Compliance', 'Oldest scan'],
    ['inventory/compliance?rule=aws-s3-tls-only', 'Compliance', 'Remediation'],
    ['inventory/compliance/exceptions', 'Exceptions', 'Storage team'],
    ['inventory/compliance/rules', 'Own rules', 'Buckets bear a tag that names their use'],
    ['inventory/compliance/rules/new', 'Create rule', 'Test over the last scans'],
    [
      'inventory/compliance/rules/{own_rule_id}',
      'Edit Buckets bear a tag that names their use',
      'Test over the last scans',
    ],
    ['inventory/schedule', 'Inventory schedule', 'Sample GCP project'],
    ['inventory/executions', 'Inventory executions', 'Sample AWS production'],
    ['inventory/executions/{scan_id}', 'Scan of Sample AWS production', 'Event log'],
  ],
  lists: {
    'inventory/inventory': {
      route: searched,
      path: 'inventory/resources/search',
      rows: 'resources',
      emptyText: 'No Inventory Resources Found...',
      besides: { sources: [] },
    },
    'inventory/compliance/compliance': {
      route: 'inventory/compliance',
      path: 'compliance/rules',
      rows: 'rules',
      emptyText: 'No data available',
    },
    'inventory/compliance/exceptions/exceptions': {
      route: 'inventory/compliance/exceptions',
      path: 'compliance/exceptions',
      rows: 'exceptions',
      emptyText: 'No exceptions',
    },
    'inventory/compliance/own/own-rules': {
      route: 'inventory/compliance/rules',
      path: 'compliance/own_rules',
      rows: 'rules',
      emptyText: 'No rules of your own',
    },
    'inventory/schedule/schedules': {
      route: 'inventory/schedule',
      path: 'inventory/schedules',
      rows: 'integrations',
      emptyText: 'No integrations',
    },
    'inventory/executions/scans': {
      route: 'inventory/executions',
      path: 'inventory/executions',
      rows: 'scans',
      emptyText: 'No scans',
    },
  },
  states: [
    {
      route: 'inventory/compliance',
      path: 'compliance/rules',
      subject: 'rules',
      loading: 'Loading rules',
    },
    {
      route: 'inventory/schedule',
      path: 'inventory/schedules',
      subject: 'integrations',
      loading: 'Loading integrations',
    },
    {
      route: 'inventory/executions',
      path: 'inventory/executions',
      subject: 'scans',
      loading: 'Loading scans',
    },
    {
      route: 'inventory/executions/x',
      path: 'inventory/executions/x',
      subject: 'this scan',
      loading: 'Loading scan',
    },
  ],
};
