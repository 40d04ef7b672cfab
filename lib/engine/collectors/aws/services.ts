import { awsServices } from '#lib/domain/integrations/aws/services.schema.ts';
import type { ReadService } from './table.ts';

const service = (
  prefix: string,
  name: string,
  client: string,
  more: Partial<ReadService> = {},
): ReadService => ({
  prefix,
  package: `@aws-sdk/client-${name}`,
  client: `${client}Client`,
  ...more,
});

/** A service that bots can call as well. */
const called = (prefix: keyof typeof awsServices, more: Partial<ReadService> = {}): ReadService => {
  const { package: name, client } = awsServices[prefix];
  return { prefix, package: name, client, ...more };
};

/** The services that scans read. */
export const services = {
  accessanalyzer: called('access-analyzer', { isLower: true }),
  account: service('account', 'account', 'Account'),
  acm: service('acm', 'acm', 'ACM'),
  apigateway: service('apigateway', 'api-gateway', 'APIGateway', { isLower: true }),
  backup: service('backup', 'backup', 'Backup'),
  cloudtrail: called('cloudtrail'),
  cloudwatch: called('cloudwatch'),
  config: called('config', { isLower: true }),
  dynamodb: called('dynamodb'),
  ec2: called('ec2'),
  efs: service('elasticfilesystem', 'efs', 'EFS'),
  elasticache: called('elasticache'),
  elb: called('elasticloadbalancing'),
  guardduty: called('guardduty'),
  iam: called('iam'),
  kms: called('kms'),
  lambda: called('lambda'),
  logs: called('logs', { isLower: true }),
  macie: service('macie2', 'macie2', 'Macie2', { isLower: true }),
  rds: called('rds'),
  redshift: called('redshift'),
  s3: called('s3'),
  s3control: service('s3', 's3-control', 'S3Control'),
  sagemaker: service('sagemaker', 'sagemaker', 'SageMaker'),
  secretsmanager: called('secretsmanager'),
  securityhub: called('securityhub'),
  sns: called('sns'),
  wafv2: called('wafv2'),
} satisfies Record<string, ReadService>;
