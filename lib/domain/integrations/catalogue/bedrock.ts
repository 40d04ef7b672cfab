import { accountServices } from '../aws/account-services.schema.ts';
import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { awsAccount } from '../form-fields.ts';
import { modelFields } from '../model-fields.ts';

export const bedrock: IntegrationType = {
  name: 'bedrock',
  displayName: 'Amazon Bedrock',
  category: 'AI',
  description: 'Use models of Amazon Bedrock in one region of an AWS account.',
  badge: { letters: 'BR', colour: '#0b6e5c' },
  form: [...awsAccount, ...modelFields('eu.amazon.nova-lite-v1:0 0.06 0.24')],
  auth: {
    kind: 'aws_account',
    account: '{aws_account}',
    region: '{region}',
    service: accountServices.bedrock,
  },
  test: {
    kind: 'aws_call',
    operation: 'ListFoundationModels',
    models: { at: '/modelSummaries', id: 'modelId' },
  },
};
