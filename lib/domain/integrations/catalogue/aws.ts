import { accountField, regionField } from '../aws/setup-form.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';

/** Connected by a setup (`aws/setup.service.ts`), which fills in the fixed fields. */
export const aws: IntegrationType = {
  name: 'aws',
  displayName: 'Amazon Web Services',
  category: 'Cloud',
  description: 'Read and change the resources of an AWS account, with a role in that account.',
  badge: { letters: 'AW', colour: '#8a4b08' },
  form: [
    { ...accountField, fixed: true },
    regionField,
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
