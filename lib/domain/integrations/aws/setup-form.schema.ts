import type { FieldDefinition } from '../form.schema.ts';
import { awsRegions } from './regions.schema.ts';

export const accountField: FieldDefinition = {
  name: 'account_id',
  label: 'Account ID',
  type: 'text',
  required: true,
  rule: 'aws_account',
  description: 'The 12 digits that the AWS console shows below your name.',
  placeholder: '111122223333',
};

export const regionField: FieldDefinition = {
  name: 'region',
  label: 'Default region',
  type: 'select',
  required: true,
  default: 'us-east-1',
  options: Object.entries(awsRegions).map(([value, regionName]) => ({
    value,
    label: `${value} (${regionName})`,
  })),
  description: 'The region of the stack, and of calls that do not name a region.',
};

/** The form fields that begin a setup, in addition to alias and groups. */
export const awsSetupForm = [accountField, regionField];

/** The file name of the template, which the commands refer to. */
export const templateFile = 'cloudwarden-role.json';
