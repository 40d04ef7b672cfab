import { accountServices } from '../aws/account-services.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { awsAccount } from '../form-fields.ts';

export const guardduty: IntegrationType = {
  name: 'guardduty',
  displayName: 'Amazon GuardDuty',
  category: 'Security',
  description: 'Read and archive the findings of GuardDuty in one region of an AWS account.',
  badge: { letters: 'GD', colour: '#b0084d' },
  form: awsAccount,
  auth: {
    kind: 'aws_account',
    account: '{aws_account}',
    region: '{region}',
    service: accountServices.guardduty,
  },
  test: { kind: 'aws_call', operation: 'ListDetectors' },
};
