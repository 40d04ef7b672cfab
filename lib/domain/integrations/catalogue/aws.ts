import { awsRegions } from '../aws/regions.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';

/** Connected by a setup (`aws/setup.service.ts`), which makes what is fixed here. */
export const aws: IntegrationType = {
  name: 'aws',
  displayName: 'Amazon Web Services',
  category: 'Cloud',
  description: 'Read and change the resources of an AWS account, by a role of that account.',
  badge: { letters: 'AW', colour: '#8a4b08' },
  form: [
    { name: 'account_id', label: 'Account ID', type: 'text', required: true, fixed: true },
    {
      name: 'region',
      label: 'Default region',
      type: 'select',
      required: true,
      default: 'us-east-1',
      options: Object.entries(awsRegions).map(([value, place]) => ({
        value,
        label: `${value} (${place})`,
      })),
      description: 'Where calls go that name no region.',
    },
    { name: 'role_arn', label: 'Role', type: 'text', required: true, fixed: true },
    { name: 'external_id', label: 'External ID', type: 'text', required: true, fixed: true },
  ],
  auth: {
    kind: 'aws_role',
    account: '{account_id}',
    role_arn: '{role_arn}',
    external_id: '{external_id}',
  },
  test: { kind: 'role' },
};
