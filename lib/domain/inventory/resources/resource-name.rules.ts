import type { InventoryType } from '../inventoried-clouds.schema.ts';

/** Words in table names whose spelling is more than an initial capital. */
const wordSpellings: Readonly<Record<string, string>> = {
  accessanalyzer: 'Access Analyzer',
  acl: 'ACL',
  acm: 'ACM',
  alloydb: 'AlloyDB',
  api: 'API',
  apikeys: 'API Keys',
  azuread: 'Entra ID',
  bigquery: 'BigQuery',
  cloudfront: 'CloudFront',
  cloudtrail: 'CloudTrail',
  cloudwatch: 'CloudWatch',
  db: 'DB',
  dns: 'DNS',
  dynamodb: 'DynamoDB',
  ebs: 'EBS',
  ec2: 'EC2',
  ecr: 'ECR',
  ecs: 'ECS',
  efs: 'EFS',
  eks: 'EKS',
  elasticache: 'ElastiCache',
  emr: 'EMR',
  guardduty: 'GuardDuty',
  https: 'HTTPS',
  iam: 'IAM',
  kms: 'KMS',
  macie2: 'Macie',
  mfa: 'MFA',
  rds: 'RDS',
  s3: 'S3',
  sagemaker: 'SageMaker',
  secretsmanager: 'Secrets Manager',
  securityhub: 'Security Hub',
  sns: 'SNS',
  sql: 'SQL',
  sqs: 'SQS',
  ssl: 'SSL',
  ssm: 'SSM',
  tcp: 'TCP',
  url: 'URL',
  vpc: 'VPC',
  wafv2: 'WAF',
};

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const typeByPrefix: Readonly<Record<string, InventoryType>> = {
  aws: 'aws',
  azure: 'azure',
  azuread: 'azure',
  gcp: 'gcp',
  kubernetes: 'kubernetes',
};

/** The type of integrations that have a table (Entra ID belongs to Azure); undefined if unknown. */
export const inventoryTypeOf = (table: string): InventoryType | undefined => {
  const [prefix = ''] = table.split('_');
  return Object.hasOwn(typeByPrefix, prefix) ? typeByPrefix[prefix] : undefined;
};

/** The display name of a resource type: `aws_s3_bucket` is an S3 Bucket. */
export const resourceTypeName = (table: string): string => {
  const [prefix = '', ...words] = table.split('_');
  const displayWords = prefix === 'azuread' ? [prefix, ...words] : words;
  return displayWords.map((word) => wordSpellings[word] ?? capitalise(word)).join(' ');
};
