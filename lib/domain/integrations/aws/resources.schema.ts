import type { AwsServiceName } from './services.schema.ts';

/** A type of resource, as policies name it. */
export type ResourceKind = {
  /** Its ARN after `arn:<partition>:`. */
  arn: string;
  /** Extracts `{id}` from a parameter: the capturing group or, without one, the whole match. */
  id?: RegExp;
  /** Forms of `{id}` in an ARN, for calls that name only a part of what the ARN contains. */
  idForms?: readonly string[];
  /** AWS stores these ids in lower case. */
  isLower?: true;
};

/**
 * The types of resources that a call uses, each with the parameter that names it, several
 * parameters if the id is a path of them, or `*` if no parameter does, as for a resource that is
 * created.
 */
export type ResourceParameters = Readonly<Record<string, string | readonly string[]>>;

type Resources = {
  kinds: Readonly<Record<string, ResourceKind>>;
  calls: Readonly<Record<string, ResourceParameters>>;
};

const calls = (names: string, parameters: ResourceParameters): Record<string, ResourceParameters> =>
  Object.fromEntries(names.split(' ').map((name) => [name, parameters]));

const ec2Kind = (name: string, account = '{account}') => ({
  [name]: { arn: `ec2:{region}:${account}:${name}/{id}` },
});

const ec2: Resources = {
  kinds: {
    ...ec2Kind('elastic-ip'),
    ...ec2Kind('image', ''),
    ...ec2Kind('instance'),
    ...ec2Kind('network-interface'),
    ...ec2Kind('security-group'),
    ...ec2Kind('security-group-rule'),
    ...ec2Kind('snapshot', ''),
    ...ec2Kind('volume'),
    group: { arn: 'resource-groups:{region}:{account}:group/{id}' },
    'license-configuration': {
      arn: 'license-manager:{region}:{account}:license-configuration:{id}',
    },
    /** Any resource with this id. Snapshots and images have no account in their ARNs. */
    any: { arn: 'ec2:{region}:*:*/{id}' },
  },
  calls: {
    ...calls('StopInstances RebootInstances TerminateInstances', { instance: 'InstanceIds' }),
    ...calls('MonitorInstances UnmonitorInstances', { instance: 'InstanceIds' }),
    ...calls('GetConsoleOutput ModifyInstanceMetadataOptions', { instance: 'InstanceId' }),
    StartInstances: { instance: 'InstanceIds', group: '*', 'license-configuration': '*' },
    ModifyInstanceAttribute: { instance: 'InstanceId', 'security-group': 'Groups', volume: '*' },
    CreateImage: { instance: 'InstanceId', image: '*', snapshot: '*' },
    DeregisterImage: { image: 'ImageId' },
    CreateSnapshot: { volume: 'VolumeId', snapshot: '*' },
    ...calls('DeleteSnapshot ModifySnapshotAttribute', { snapshot: 'SnapshotId' }),
    ...calls('DeleteVolume ModifyVolume', { volume: 'VolumeId' }),
    ...calls('AttachVolume', { volume: 'VolumeId', instance: 'InstanceId' }),
    ...calls('CreateTags DeleteTags', { any: 'Resources' }),
    ...calls('RevokeSecurityGroupEgress RevokeSecurityGroupIngress DeleteSecurityGroup', {
      'security-group': 'GroupId',
    }),
    ...calls('AuthorizeSecurityGroupEgress AuthorizeSecurityGroupIngress', {
      'security-group': 'GroupId',
      'security-group-rule': '*',
    }),
    DeleteNetworkInterface: { 'network-interface': 'NetworkInterfaceId' },
    ReleaseAddress: { 'elastic-ip': 'AllocationId' },
  },
};

const bucketCalls =
  'DeleteBucket DeleteBucketPolicy GetBucketAcl GetBucketEncryption GetBucketLocation ' +
  'GetBucketLogging GetBucketPolicy GetBucketPolicyStatus GetBucketTagging GetBucketVersioning ' +
  'GetPublicAccessBlock DeletePublicAccessBlock PutBucketAcl PutBucketEncryption ' +
  'PutBucketLifecycleConfiguration PutBucketLogging PutBucketOwnershipControls PutBucketPolicy ' +
  'PutBucketTagging PutBucketVersioning PutPublicAccessBlock HeadBucket ListObjectsV2';

const s3: Resources = {
  kinds: { bucket: { arn: 's3:::{id}' }, object: { arn: 's3:::{id}' } },
  calls: {
    ...calls(bucketCalls, { bucket: 'Bucket' }),
    ...calls('GetObject PutObject DeleteObject PutObjectAcl PutObjectTagging GetObjectTagging', {
      object: ['Bucket', 'Key'],
    }),
  },
};

const userCalls =
  'AttachUserPolicy DeactivateMFADevice DeleteAccessKey DeleteLoginProfile DeleteUser ' +
  'DeleteUserPermissionsBoundary DeleteUserPolicy DetachUserPolicy GetLoginProfile GetUser ' +
  'GetUserPolicy ListAccessKeys ListAttachedUserPolicies ListGroupsForUser ListUserPolicies ' +
  'PutUserPermissionsBoundary PutUserPolicy TagUser UntagUser UpdateAccessKey UpdateLoginProfile';
const roleCalls =
  'AttachRolePolicy DeleteRole DeleteRolePolicy DetachRolePolicy GetRole GetRolePolicy ' +
  'ListAttachedRolePolicies ListRolePolicies PutRolePolicy TagRole UntagRole ' +
  'UpdateAssumeRolePolicy';

/** ARNs of users and roles contain their path, which calls do not name. */
const anyPathPatterns = ['{id}', '*/{id}'];

const iam: Resources = {
  kinds: {
    user: { arn: 'iam::{account}:user/{id}', idForms: anyPathPatterns },
    role: { arn: 'iam::{account}:role/{id}', idForms: anyPathPatterns },
    group: { arn: 'iam::{account}:group/{id}', idForms: anyPathPatterns },
  },
  calls: {
    ...calls(userCalls, { user: 'UserName' }),
    ...calls(roleCalls, { role: 'RoleName' }),
    ...calls('AddUserToGroup RemoveUserFromGroup', { group: 'GroupName' }),
  },
};

const lambda: Resources = {
  kinds: {
    function: {
      arn: 'lambda:{region}:{account}:function:{id}',
      id: /^[\w-]+(?::[\w$-]+)?$/,
      idForms: ['{id}', '{id}:*'],
    },
  },
  calls: calls(
    'DeleteFunction DeleteFunctionConcurrency GetFunctionConfiguration Invoke ' +
      'PutFunctionConcurrency',
    { function: 'FunctionName' },
  ),
};

const rds: Resources = {
  kinds: {
    db: { arn: 'rds:{region}:{account}:db:{id}', isLower: true },
    cluster: { arn: 'rds:{region}:{account}:cluster:{id}', isLower: true },
    snapshot: { arn: 'rds:{region}:{account}:snapshot:{id}', isLower: true },
    og: { arn: 'rds:{region}:{account}:og:{id}' },
    pg: { arn: 'rds:{region}:{account}:pg:{id}' },
    secgrp: { arn: 'rds:{region}:{account}:secgrp:{id}' },
    subgrp: { arn: 'rds:{region}:{account}:subgrp:{id}' },
  },
  calls: {
    ...calls('RebootDBInstance StartDBInstance', { db: 'DBInstanceIdentifier' }),
    StopDBInstance: { db: 'DBInstanceIdentifier', snapshot: 'DBSnapshotIdentifier' },
    ModifyDBInstance: {
      db: 'DBInstanceIdentifier',
      og: '*',
      pg: '*',
      secgrp: '*',
      subgrp: '*',
    },
    ...calls('StartDBCluster StopDBCluster', { cluster: 'DBClusterIdentifier' }),
    CreateDBSnapshot: { db: 'DBInstanceIdentifier', snapshot: 'DBSnapshotIdentifier' },
    DeleteDBSnapshot: { snapshot: 'DBSnapshotIdentifier' },
  },
};

/** A service whose calls name resources of one type in one parameter. */
const singleKindService = (
  kind: string,
  resourceKind: ResourceKind,
  names: string,
  parameter: string,
): Resources => ({ kinds: { [kind]: resourceKind }, calls: calls(names, { [kind]: parameter }) });

/**
 * The resources that calls name in their parameters; the session of a call may use no others. Types
 * have the names of the Service Authorization Reference of AWS. A call that is not listed is not
 * restricted to resources, because it lists, creates, or concerns several.
 */
export const resources: Readonly<Partial<Record<AwsServiceName, Resources>>> = {
  autoscaling: singleKindService(
    'autoScalingGroup',
    { arn: 'autoscaling:{region}:{account}:autoScalingGroup:*:autoScalingGroupName/{id}' },
    'ResumeProcesses SetDesiredCapacity SuspendProcesses',
    'AutoScalingGroupName',
  ),
  cloudtrail: singleKindService(
    'trail',
    { arn: 'cloudtrail:{region}:{account}:trail/{id}' },
    'DeleteTrail GetTrailStatus StartLogging StopLogging UpdateTrail',
    'Name',
  ),
  dynamodb: singleKindService(
    'table',
    { arn: 'dynamodb:{region}:{account}:table/{id}' },
    'DeleteItem DeleteTable DescribeTable GetItem PutItem UpdateItem UpdateContinuousBackups',
    'TableName',
  ),
  ec2,
  ecs: singleKindService('task', { arn: 'ecs:{region}:{account}:task/*/{id}' }, 'StopTask', 'task'),
  eks: singleKindService(
    'cluster',
    { arn: 'eks:{region}:{account}:cluster/{id}' },
    'DescribeCluster UpdateClusterConfig',
    'name',
  ),
  iam,
  kms: singleKindService(
    'key',
    { arn: 'kms:{region}:{account}:key/{id}' },
    'CancelKeyDeletion DisableKey DisableKeyRotation EnableKey EnableKeyRotation PutKeyPolicy ' +
      'ScheduleKeyDeletion',
    'KeyId',
  ),
  lambda,
  logs: singleKindService(
    'log-group',
    { arn: 'logs:{region}:{account}:log-group:{id}', idForms: ['{id}', '{id}:*'] },
    'DeleteLogGroup DeleteRetentionPolicy PutRetentionPolicy',
    'logGroupName',
  ),
  rds,
  s3,
  secretsmanager: singleKindService(
    'Secret',
    // AWS appends a hyphen and six characters to the name that people choose.
    {
      arn: 'secretsmanager:{region}:{account}:secret:{id}',
      idForms: ['{id}', '{id}-??????'],
    },
    'CancelRotateSecret DeleteSecret DescribeSecret RestoreSecret RotateSecret',
    'SecretId',
  ),
  sns: singleKindService(
    'topic',
    { arn: 'sns:{region}:{account}:{id}' },
    'DeleteTopic GetTopicAttributes Publish SetTopicAttributes',
    'TopicArn',
  ),
  sqs: singleKindService(
    'queue',
    // The account of a queue is part of its URL.
    { arn: 'sqs:{region}:*:{id}', id: /^https:\/\/[^/]+\/\d{12}\/([\w.-]+)$/ },
    'DeleteMessage GetQueueAttributes PurgeQueue ReceiveMessage SendMessage SetQueueAttributes',
    'QueueUrl',
  ),
};
