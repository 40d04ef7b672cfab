/** A service of AWS that bots call. */
export type AwsService = {
  title: string;
  /** The package of the SDK that speaks to it, and its client. */
  package: string;
  client: string;
  /**
   * Its calls are not of one region: a policy that names one would refuse them (IAM), or the
   * region of a call follows what it is about (a bucket).
   */
  isGlobal?: true;
  /**
   * Its calls can be asked whether they would be permitted, without that they happen; but those
   * of these names, which would happen.
   */
  dryRun?: { except: ReadonlySet<string> };
};

/** Calls of EC2 that change something and take no `DryRun`. */
const withoutDryRun: ReadonlySet<string> = new Set([
  'AllocateHosts',
  'AssignIpv6Addresses',
  'AssignPrivateIpAddresses',
  'AssociateIamInstanceProfile',
  'AssociateSubnetCidrBlock',
  'AssociateVpcCidrBlock',
  'CancelExportTask',
  'CancelReservedInstancesListing',
  'CreateInstanceExportTask',
  'CreateReservedInstancesListing',
  'CreateVpnConnectionRoute',
  'DeleteVpnConnectionRoute',
  'DisableVpcClassicLinkDnsSupport',
  'DisassociateIamInstanceProfile',
  'DisassociateSubnetCidrBlock',
  'DisassociateVpcCidrBlock',
  'EnableVpcClassicLinkDnsSupport',
  'ModifyHosts',
  'ModifyIdFormat',
  'ModifyIdentityIdFormat',
  'ModifyInstancePlacement',
  'ModifyReservedInstances',
  'ModifySpotFleetRequest',
  'ModifySubnetAttribute',
  'ModifyVpcAttribute',
  'PurchaseHostReservation',
  'ReleaseHosts',
  'ReplaceIamInstanceProfileAssociation',
  'UnassignIpv6Addresses',
  'UnassignPrivateIpAddresses',
]);

const sdk = (title: string, name: string, client: string, more: Partial<AwsService> = {}) => ({
  title,
  package: `@aws-sdk/client-${name}`,
  client: `${client}Client`,
  ...more,
});

/** The services that bots call, by what their permissions begin with. */
export const awsServices = {
  'access-analyzer': sdk('IAM Access Analyzer', 'accessanalyzer', 'AccessAnalyzer'),
  autoscaling: sdk('EC2 Auto Scaling', 'auto-scaling', 'AutoScaling'),
  bedrock: sdk('Bedrock', 'bedrock', 'Bedrock'),
  cloudformation: sdk('CloudFormation', 'cloudformation', 'CloudFormation'),
  cloudtrail: sdk('CloudTrail', 'cloudtrail', 'CloudTrail'),
  cloudwatch: sdk('CloudWatch', 'cloudwatch', 'CloudWatch'),
  config: sdk('Config', 'config-service', 'ConfigService'),
  dynamodb: sdk('DynamoDB', 'dynamodb', 'DynamoDB'),
  ec2: sdk('EC2', 'ec2', 'EC2', { dryRun: { except: withoutDryRun } }),
  ecr: sdk('ECR', 'ecr', 'ECR'),
  ecs: sdk('ECS', 'ecs', 'ECS'),
  eks: sdk('EKS', 'eks', 'EKS'),
  elasticache: sdk('ElastiCache', 'elasticache', 'ElastiCache'),
  elasticloadbalancing: sdk(
    'Elastic Load Balancing',
    'elastic-load-balancing-v2',
    'ElasticLoadBalancingV2',
  ),
  events: sdk('EventBridge', 'eventbridge', 'EventBridge'),
  guardduty: sdk('GuardDuty', 'guardduty', 'GuardDuty'),
  iam: sdk('IAM', 'iam', 'IAM', { isGlobal: true }),
  kms: sdk('KMS', 'kms', 'KMS'),
  lambda: sdk('Lambda', 'lambda', 'Lambda'),
  logs: sdk('CloudWatch Logs', 'cloudwatch-logs', 'CloudWatchLogs'),
  organizations: sdk('Organizations', 'organizations', 'Organizations', { isGlobal: true }),
  rds: sdk('RDS', 'rds', 'RDS'),
  redshift: sdk('Redshift', 'redshift', 'Redshift'),
  route53: sdk('Route 53', 'route-53', 'Route53', { isGlobal: true }),
  s3: sdk('S3', 's3', 'S3', { isGlobal: true }),
  secretsmanager: sdk('Secrets Manager', 'secrets-manager', 'SecretsManager'),
  securityhub: sdk('Security Hub', 'securityhub', 'SecurityHub'),
  ses: sdk('SES', 'sesv2', 'SESv2'),
  sns: sdk('SNS', 'sns', 'SNS'),
  sqs: sdk('SQS', 'sqs', 'SQS'),
  ssm: sdk('Systems Manager', 'ssm', 'SSM'),
  sts: sdk('STS', 'sts', 'STS'),
  wafv2: sdk('WAF', 'wafv2', 'WAFV2'),
} satisfies Record<string, AwsService>;

export type AwsServiceName = keyof typeof awsServices;

/** Answers of these calls are credentials or secrets, which no result of a run may hold. */
export const secretCalls: ReadonlySet<string> = new Set([
  'ec2:CreateKeyPair',
  'ec2:CreateVpnConnection',
  // What a machine is started with often holds a password.
  'ec2:DescribeInstanceAttribute',
  'ec2:DescribeVpnConnections',
  'ec2:ExportClientVpnClientConfiguration',
  'ec2:GetPasswordData',
  'ec2:GetVpnConnectionDeviceSampleConfiguration',
  'ec2:ModifyVpnConnection',
  'ec2:ModifyVpnTunnelOptions',
  'ecr:GetAuthorizationToken',
  'ecr:GetDownloadUrlForLayer',
  // Variables of containers are often secrets.
  'ecs:DeregisterTaskDefinition',
  'ecs:DescribeTaskDefinition',
  'ecs:ExecuteCommand',
  'iam:CreateAccessKey',
  'iam:CreateServiceSpecificCredential',
  'iam:CreateVirtualMFADevice',
  'iam:ResetServiceSpecificCredential',
  'kms:Decrypt',
  'kms:DeriveSharedSecret',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyPair',
  'kms:GenerateRandom',
  'kms:GetParametersForImport',
  // Variables of functions are often secrets, and an address that needs no credentials.
  'lambda:CreateFunction',
  'lambda:GetFunction',
  'lambda:GetFunctionConfiguration',
  'lambda:ListFunctions',
  'lambda:ListVersionsByFunction',
  'lambda:PublishVersion',
  'lambda:UpdateFunctionCode',
  'lambda:UpdateFunctionConfiguration',
  'redshift:GetClusterCredentials',
  'redshift:GetClusterCredentialsWithIAM',
  'redshift:GetIdentityCenterAuthToken',
  's3:CreateSession',
  'secretsmanager:BatchGetSecretValue',
  'secretsmanager:GetRandomPassword',
  'secretsmanager:GetSecretValue',
  'ssm:CreateActivation',
  'ssm:GetAccessToken',
  'ssm:GetParameter',
  'ssm:GetParameterHistory',
  'ssm:GetParameters',
  'ssm:GetParametersByPath',
  'ssm:StartSession',
  'ssm:ResumeSession',
  'sts:AssumeRole',
  'sts:AssumeRoleWithSAML',
  'sts:AssumeRoleWithWebIdentity',
  'sts:AssumeRoot',
  'sts:GetDelegatedAccessToken',
  'sts:GetFederationToken',
  'sts:GetSessionToken',
  'sts:GetWebIdentityToken',
]);
