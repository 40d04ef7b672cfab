import { awsServices } from '#lib/domain/integrations/aws/services.schema.ts';
import type { ReadService } from './table.ts';

const service = (
  prefix: string,
  name: string,
  client: string,
  overrides: Partial<ReadService> = {},
): ReadService => ({
  prefix,
  package: `@aws-sdk/client-${name}`,
  client: `${client}Client`,
  ...overrides,
});

/** A service that bots can call as well. */
const sharedService = (
  prefix: keyof typeof awsServices,
  overrides: Partial<ReadService> = {},
): ReadService => {
  const { package: name, client } = awsServices[prefix];
  return { prefix, package: name, client, ...overrides };
};

/** The services that scans read. */
export const services = {
  accessanalyzer: sharedService('access-analyzer', { isLower: true }),
  account: service('account', 'account', 'Account'),
  acm: service('acm', 'acm', 'ACM'),
  apigateway: service('apigateway', 'api-gateway', 'APIGateway', { isLower: true }),
  backup: service('backup', 'backup', 'Backup'),
  cloudtrail: sharedService('cloudtrail'),
  cloudwatch: sharedService('cloudwatch'),
  config: sharedService('config', { isLower: true }),
  dynamodb: sharedService('dynamodb'),
  ec2: sharedService('ec2'),
  efs: service('elasticfilesystem', 'efs', 'EFS'),
  elasticache: sharedService('elasticache'),
  elb: sharedService('elasticloadbalancing'),
  guardduty: sharedService('guardduty'),
  iam: sharedService('iam'),
  kms: sharedService('kms'),
  lambda: sharedService('lambda'),
  logs: sharedService('logs', { isLower: true }),
  macie: service('macie2', 'macie2', 'Macie2', { isLower: true }),
  rds: sharedService('rds'),
  redshift: sharedService('redshift'),
  s3: sharedService('s3'),
  s3control: service('s3', 's3-control', 'S3Control'),
  sagemaker: service('sagemaker', 'sagemaker', 'SageMaker'),
  secretsmanager: sharedService('secretsmanager'),
  securityhub: sharedService('securityhub'),
  sns: sharedService('sns'),
  wafv2: sharedService('wafv2'),
} satisfies Record<string, ReadService>;
