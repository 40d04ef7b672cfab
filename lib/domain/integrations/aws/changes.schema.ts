/** A kind of changes, as people agree to it, and the permissions that it takes. */
export type Changes = { what: string; permissions: readonly string[] };

/**
 * What the role of an account may change, where people let bots act in it. Most of it can be used
 * both ways: who blocks public access can also allow it.
 */
export const changes: readonly Changes[] = [
  {
    what: 'start, stop, restart and terminate EC2 instances, and change their attributes',
    permissions: [
      'ec2:ModifyInstanceAttribute',
      'ec2:RebootInstances',
      'ec2:StartInstances',
      'ec2:StopInstances',
      'ec2:TerminateInstances',
    ],
  },
  {
    what: 'create and delete snapshots, and delete volumes',
    permissions: ['ec2:CreateSnapshot', 'ec2:DeleteSnapshot', 'ec2:DeleteVolume'],
  },
  { what: 'tag EC2 resources', permissions: ['ec2:CreateTags', 'ec2:DeleteTags'] },
  {
    what: 'revoke rules of security groups, and take public addresses away',
    permissions: [
      'ec2:DisassociateAddress',
      'ec2:RevokeSecurityGroupEgress',
      'ec2:RevokeSecurityGroupIngress',
    ],
  },
  { what: 'resize Auto Scaling groups', permissions: ['autoscaling:SetDesiredCapacity'] },
  { what: 'stop ECS tasks', permissions: ['ecs:StopTask'] },
  {
    what: 'start and stop RDS DB instances',
    permissions: ['rds:StartDBInstance', 'rds:StopDBInstance'],
  },
  {
    what: 'activate and deactivate access keys, and delete console passwords',
    permissions: ['iam:DeleteLoginProfile', 'iam:UpdateAccessKey'],
  },
  {
    what: 'change public access, encryption, versioning and tags of S3 buckets',
    permissions: [
      's3:PutBucketPublicAccessBlock',
      's3:PutBucketTagging',
      's3:PutBucketVersioning',
      's3:PutEncryptionConfiguration',
    ],
  },
  {
    what: 'disable KMS keys and rotate them',
    permissions: ['kms:DisableKey', 'kms:EnableKeyRotation'],
  },
  {
    what: 'set how long logs are kept, and start CloudTrail trails',
    permissions: ['cloudtrail:StartLogging', 'logs:PutRetentionPolicy'],
  },
  {
    what: 'archive and update findings of GuardDuty and Security Hub',
    permissions: ['guardduty:ArchiveFindings', 'securityhub:BatchUpdateFindings'],
  },
  { what: 'publish SNS messages', permissions: ['sns:Publish'] },
];

/** All of those permissions, in the order of their names. */
export const changingPermissions: string[] = changes
  .flatMap(({ permissions }) => permissions)
  .sort();
