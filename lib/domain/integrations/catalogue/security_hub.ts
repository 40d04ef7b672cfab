import { accountServices } from '../aws/account-services.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { awsAccount } from '../form-fields.ts';

export const securityHub: IntegrationType = {
  name: 'security_hub',
  displayName: 'AWS Security Hub',
  category: 'Security',
  description: 'Read and update the findings of Security Hub in one region of an AWS account.',
  badge: { letters: 'SH', colour: '#a61b1b' },
  form: awsAccount,
  auth: {
    kind: 'aws_account',
    account: '{aws_account}',
    region: '{region}',
    service: accountServices.security_hub,
  },
  test: { kind: 'aws_call', operation: 'DescribeHub' },
};
