import { accountServices } from '../aws/account-services.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { awsAccount } from '../form-fields.ts';

export const awsSes: IntegrationType = {
  name: 'aws_ses',
  displayName: 'Amazon SES',
  category: 'Communication',
  description: 'Send the e-mails of bots with Amazon SES in your own AWS account.',
  badge: { letters: 'SE', colour: '#8a4b08' },
  form: [
    ...awsAccount,
    {
      name: 'from',
      label: 'Sender address',
      type: 'text',
      required: true,
      rule: 'email',
      description: 'The sender of the e-mails. It, or its domain, must be verified in SES.',
      placeholder: 'automation@example.com',
    },
  ],
  auth: {
    kind: 'aws_account',
    account: '{aws_account}',
    region: '{region}',
    service: accountServices.aws_ses,
  },
  test: { kind: 'aws_call', operation: 'GetAccount' },
};
