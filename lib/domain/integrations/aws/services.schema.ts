/** An AWS service that bots can call. */
export type AwsService = {
  title: string;
  /** Its SDK package, and the name of its client. */
  package: string;
  client: string;
  /**
   * Its session policy must not name a region: the service has none (IAM), or the region of a call
   * depends on the resource (a bucket).
   */
  isGlobal?: true;
  /**
   * Its calls support a dry run, which only checks whether they would be permitted, except these,
   * which would be carried out.
   */
  dryRun?: { except: ReadonlySet<string> };
  /** A call may name a resource of another account, which then sees what was requested. */
  isShared?: true;
};

/** Calls of EC2 that change something and have no `DryRun` parameter. */
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

const sdk = (title: string, name: string, client: string, overrides: Partial<AwsService> = {}) => ({
  title,
  package: `@aws-sdk/client-${name}`,
  client: `${client}Client`,
  ...overrides,
});

/** The services that bots can call, by the prefix of their permissions. */
export const awsServices = {
  'access-analyzer': sdk('IAM Access Analyzer', 'accessanalyzer', 'AccessAnalyzer'),
  autoscaling: sdk('EC2 Auto Scaling', 'auto-scaling', 'AutoScaling'),
  bedrock: sdk('Bedrock', 'bedrock', 'Bedrock'),
  cloudformation: sdk('CloudFormation', 'cloudformation', 'CloudFormation'),
  cloudtrail: sdk('CloudTrail', 'cloudtrail', 'CloudTrail'),
  cloudwatch: sdk('CloudWatch', 'cloudwatch', 'CloudWatch'),
  config: sdk('Config', 'config-service', 'ConfigService'),
  dynamodb: sdk('DynamoDB', 'dynamodb', 'DynamoDB', { isShared: true }),
  ec2: sdk('EC2', 'ec2', 'EC2', { dryRun: { except: withoutDryRun } }),
  ecr: sdk('ECR', 'ecr', 'ECR', { isShared: true }),
  ecs: sdk('ECS', 'ecs', 'ECS'),
  eks: sdk('EKS', 'eks', 'EKS'),
  elasticache: sdk('ElastiCache', 'elasticache', 'ElastiCache'),
  elasticloadbalancing: sdk(
    'Elastic Load Balancing',
    'elastic-load-balancing-v2',
    'ElasticLoadBalancingV2',
  ),
  events: sdk('EventBridge', 'eventbridge', 'EventBridge', { isShared: true }),
  guardduty: sdk('GuardDuty', 'guardduty', 'GuardDuty'),
  iam: sdk('IAM', 'iam', 'IAM', { isGlobal: true }),
  kms: sdk('KMS', 'kms', 'KMS', { isShared: true }),
  lambda: sdk('Lambda', 'lambda', 'Lambda', { isShared: true }),
  logs: sdk('CloudWatch Logs', 'cloudwatch-logs', 'CloudWatchLogs', { isShared: true }),
  organizations: sdk('Organizations', 'organizations', 'Organizations', { isGlobal: true }),
  rds: sdk('RDS', 'rds', 'RDS'),
  redshift: sdk('Redshift', 'redshift', 'Redshift'),
  route53: sdk('Route 53', 'route-53', 'Route53', { isGlobal: true }),
  s3: sdk('S3', 's3', 'S3', { isGlobal: true, isShared: true }),
  secretsmanager: sdk('Secrets Manager', 'secrets-manager', 'SecretsManager', { isShared: true }),
  securityhub: sdk('Security Hub', 'securityhub', 'SecurityHub'),
  ses: sdk('SES', 'sesv2', 'SESv2'),
  sns: sdk('SNS', 'sns', 'SNS', { isShared: true }),
  sqs: sdk('SQS', 'sqs', 'SQS', { isShared: true }),
  ssm: sdk('Systems Manager', 'ssm', 'SSM'),
  sts: sdk('STS', 'sts', 'STS'),
  wafv2: sdk('WAF', 'wafv2', 'WAFV2'),
} satisfies Record<string, AwsService>;

export type AwsServiceName = keyof typeof awsServices;

/**
 * Calls whose responses contain credentials or secrets, which no result of a run may contain. Every
 * response that the SDK marks as sensitive is here, unless the test of services states why it is
 * not.
 */
export const secretCalls: ReadonlySet<string> = new Set(
  Object.entries({
    // User data of instances often contains a password.
    autoscaling: 'DescribeLaunchConfigurations',
    ec2: `
      CreateKeyPair GetPasswordData
      CreateVpnConnection DescribeVpnConnections ModifyVpnConnection ModifyVpnConnectionOptions
      ModifyVpnTunnelCertificate ModifyVpnTunnelOptions GetVpnConnectionDeviceSampleConfiguration
      ExportClientVpnClientConfiguration ExportVerifiedAccessInstanceClientConfiguration
      AttachVerifiedAccessTrustProvider CreateVerifiedAccessTrustProvider
      DeleteVerifiedAccessTrustProvider DescribeVerifiedAccessTrustProviders
      DetachVerifiedAccessTrustProvider ModifyVerifiedAccessTrustProvider
      DescribeInstanceAttribute GetInstanceUefiData
      CreateLaunchTemplateVersion DescribeLaunchTemplateVersions GetLaunchTemplateData
      DescribeSpotFleetRequests DescribeSpotInstanceRequests RequestSpotInstances
      BundleInstance CancelBundleTask DescribeBundleTasks
      DescribeConversionTasks DescribeImportImageTasks DescribeImportSnapshotTasks
      ImportImage ImportInstance ImportSnapshot ImportVolume`,
    ecr: 'GetAuthorizationToken GetDownloadUrlForLayer',
    // Environment variables of containers are often secrets.
    ecs: `
      DeleteTaskDefinitions DeregisterTaskDefinition DescribeTaskDefinition
      DescribeDaemonTaskDefinition DescribeTasks ExecuteCommand
      CreateExpressGatewayService DeleteExpressGatewayService DescribeExpressGatewayService
      UpdateExpressGatewayService`,
    events: 'DescribeConnection',
    iam: `
      CreateAccessKey CreateServiceSpecificCredential CreateVirtualMFADevice
      ResetServiceSpecificCredential`,
    kms: `
      Decapsulate Decrypt DeriveSharedSecret Encapsulate GenerateDataKey GenerateDataKeyPair
      GenerateRandom GetParametersForImport`,
    // Responses may contain environment variables, often secrets, or a presigned URL of the code.
    lambda: `
      CreateFunction GetFunction GetFunctionConfiguration ListFunctions ListVersionsByFunction
      PublishVersion UpdateFunctionCode UpdateFunctionConfiguration
      GetLayerVersion GetLayerVersionByArn PublishLayerVersion`,
    // Options contain passwords of wallets and agents.
    rds: 'CopyOptionGroup CreateOptionGroup DescribeOptionGroups ModifyOptionGroup',
    redshift: 'GetClusterCredentials GetClusterCredentialsWithIAM GetIdentityCenterAuthToken',
    s3: 'CreateSession',
    secretsmanager: 'BatchGetSecretValue GetRandomPassword GetSecretValue',
    // Parameters of commands often contain passwords in plain text.
    ssm: `
      CreateActivation GetAccessToken ResumeSession StartSession
      GetParameter GetParameterHistory GetParameters GetParametersByPath
      DescribeAssociation ListAssociationVersions UpdateAssociationStatus ListCommands
      DescribeMaintenanceWindowExecutionTaskInvocations DescribeMaintenanceWindowTasks
      GetMaintenanceWindowExecutionTask GetMaintenanceWindowExecutionTaskInvocation
      GetMaintenanceWindowTask UpdateMaintenanceWindowTask GetPatchBaseline UpdatePatchBaseline`,
    sts: `
      AssumeRole AssumeRoleWithSAML AssumeRoleWithWebIdentity AssumeRoot GetDelegatedAccessToken
      GetFederationToken GetSessionToken GetWebIdentityToken`,
  } satisfies Partial<Record<AwsServiceName, string>>).flatMap(([service, calls]) =>
    calls
      .trim()
      .split(/\s+/)
      .map((operation) => `${service}:${operation}`),
  ),
);
