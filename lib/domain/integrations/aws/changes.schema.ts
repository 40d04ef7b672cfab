import { scanReads } from './scan-reads.schema.ts';

/** Conditions of an IAM policy, by operator and key. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | string[]>>>>;

/** A group of changes: its description, which people agree to, and the permissions it needs. */
export type ChangeGroup = {
  description: string;
  permissions: readonly string[];
  /** The conditions under which the permissions are granted. */
  conditions?: Conditions;
};

/** What bots read beyond AWS's own managed policies for auditors. */
const botReads = [
  'bedrock:ListFoundationModels',
  'cloudformation:Describe*',
  'cloudtrail:LookupEvents',
  'ec2:DescribeInstances',
  'ec2:DescribeSecurityGroups',
  'guardduty:GetFindings',
  'guardduty:ListDetectors',
  'iam:GetAccessKeyLastUsed',
  'iam:ListAccessKeys',
  'iam:ListUsers',
  'rds:DescribeDBInstances',
  's3:ListAllMyBuckets',
  'securityhub:DescribeHub',
  'ses:GetAccount',
];

/** The read permissions of the role, for bots and scans. */
export const rolePermissions: readonly string[] = [...new Set([...botReads, ...scanReads])];

/**
 * What the role of an account may change, if people let bots act in it. Most permissions work in
 * both directions: one that blocks public access can also allow it.
 */
export const changeGroups: readonly ChangeGroup[] = [
  {
    description: 'start, stop, restart and terminate EC2 instances, and change their attributes',
    permissions: [
      'ec2:ModifyInstanceAttribute',
      'ec2:ModifyInstanceMetadataOptions',
      'ec2:RebootInstances',
      'ec2:StartInstances',
      'ec2:StopInstances',
      'ec2:TerminateInstances',
    ],
  },
  {
    description: 'create, share and delete snapshots, delete volumes, and encrypt new ones',
    permissions: [
      'ec2:CreateSnapshot',
      'ec2:DeleteSnapshot',
      'ec2:DeleteVolume',
      'ec2:EnableEbsEncryptionByDefault',
      'ec2:ModifySnapshotAttribute',
    ],
  },
  { description: 'tag EC2 resources', permissions: ['ec2:CreateTags', 'ec2:DeleteTags'] },
  {
    description: 'revoke security group rules, and disassociate Elastic IP addresses',
    permissions: [
      'ec2:DisassociateAddress',
      'ec2:RevokeSecurityGroupEgress',
      'ec2:RevokeSecurityGroupIngress',
    ],
  },
  { description: 'resize Auto Scaling groups', permissions: ['autoscaling:SetDesiredCapacity'] },
  { description: 'stop ECS tasks', permissions: ['ecs:StopTask'] },
  {
    description: 'start and stop RDS DB instances, and change their settings',
    permissions: ['rds:ModifyDBInstance', 'rds:StartDBInstance', 'rds:StopDBInstance'],
  },
  {
    description: 'activate and deactivate access keys, and delete console passwords',
    permissions: ['iam:DeleteLoginProfile', 'iam:UpdateAccessKey'],
  },
  {
    description: 'disable IAM users: attach only the AWS managed policy AWSDenyAll to them',
    permissions: ['iam:AttachUserPolicy'],
    conditions: { ArnLike: { 'iam:PolicyARN': 'arn:*:iam::aws:policy/AWSDenyAll' } },
  },
  {
    description: 'change public access, encryption and versioning of S3 buckets',
    permissions: [
      's3:PutBucketPublicAccessBlock',
      's3:PutBucketVersioning',
      's3:PutEncryptionConfiguration',
    ],
  },
  {
    description: 'disable KMS keys and rotate them',
    permissions: ['kms:DisableKey', 'kms:EnableKeyRotation'],
  },
  {
    description: 'set the retention of logs, and start CloudTrail trails and change their settings',
    permissions: ['cloudtrail:StartLogging', 'cloudtrail:UpdateTrail', 'logs:PutRetentionPolicy'],
  },
  {
    description: 'archive and update findings of GuardDuty and Security Hub',
    permissions: ['guardduty:ArchiveFindings', 'securityhub:BatchUpdateFindings'],
  },
  {
    description: 'invoke models of Amazon Bedrock, which costs money',
    permissions: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
  },
  { description: 'publish SNS messages', permissions: ['sns:Publish'] },
  { description: 'send e-mail with SES', permissions: ['ses:SendEmail'] },
  {
    description:
      'invoke Lambda functions, which run with their own roles, and rotate secrets with them',
    permissions: ['lambda:InvokeFunction', 'secretsmanager:RotateSecret'],
  },
  {
    description: 'use KMS keys through EC2 and SNS, for encrypted volumes and topics',
    permissions: ['kms:CreateGrant', 'kms:Decrypt', 'kms:GenerateDataKey'],
    conditions: { StringLike: { 'kms:ViaService': ['ec2.*', 'sns.*'] } },
  },
];

/**
 * Where the stack of a role grants a permission: always (`reads`), only if bots may act
 * (`changes`), or never (undefined).
 */
export const grantOf = (permission: string): 'reads' | 'changes' | undefined => {
  if (rolePermissions.includes(permission)) return 'reads';
  const unconditional = changeGroups.flatMap(({ permissions, conditions }) =>
    conditions ? [] : permissions,
  );
  return unconditional.includes(permission) ? 'changes' : undefined;
};
