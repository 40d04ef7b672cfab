import { arnOf } from '../arn.ts';
import { valueAt } from '../row.ts';
import { services } from '../services.ts';
import type { AwsTable, DetailCall, Item } from '../table.ts';

const { s3 } = services;

/** A call that reads a setting of a bucket, in the region of the bucket. */
const bucketCall = (
  operation: string,
  overrides: Partial<Omit<DetailCall, 'service' | 'operation' | 'with'>> = {},
): DetailCall => ({
  service: s3,
  operation,
  with: ({ Name }) => ({ Bucket: Name }),
  ...overrides,
});

const isOn = (name: string) => (item: Item) => item[name] === true;

const blocks = {
  block_public_acls: isOn('BlockPublicAcls'),
  block_public_policy: isOn('BlockPublicPolicy'),
  ignore_public_acls: isOn('IgnorePublicAcls'),
  restrict_public_buckets: isOn('RestrictPublicBuckets'),
};

const noBlock = /^NoSuchPublicAccessBlockConfiguration/;

/** Tables of services that store data. */
export const storageTables: Readonly<Record<string, AwsTable>> = {
  aws_s3_bucket: {
    scope: 'global',
    list: {
      service: s3,
      operation: 'ListBuckets',
      permission: 'ListAllMyBuckets',
      // The region of a bucket is only returned by the paged call.
      with: () => ({ MaxBuckets: 1000 }),
      items: 'Buckets',
    },
    regionOf: ({ BucketRegion }) => (typeof BucketRegion === 'string' ? BucketRegion : 'us-east-1'),
    details: [
      bucketCall('GetBucketAcl', { memberName: 'acl' }),
      bucketCall('GetBucketEncryption', {
        permission: 'GetEncryptionConfiguration',
        notFoundPattern: /^ServerSideEncryptionConfigurationNotFound/,
      }),
      bucketCall('GetBucketLogging', { resultPath: 'LoggingEnabled', memberName: 'Logging' }),
      bucketCall('GetBucketPolicy', { notFoundPattern: /^NoSuchBucketPolicy/ }),
      bucketCall('GetBucketPolicyStatus', {
        resultPath: 'PolicyStatus',
        memberName: 'PolicyStatus',
        notFoundPattern: /^NoSuchBucketPolicy/,
      }),
      bucketCall('GetBucketTagging', {
        resultPath: 'TagSet',
        memberName: 'Tags',
        notFoundPattern: /^NoSuchTagSet/,
      }),
      bucketCall('GetBucketVersioning', { memberName: 'Versioning' }),
      bucketCall('GetPublicAccessBlock', {
        permission: 'GetBucketPublicAccessBlock',
        resultPath: 'PublicAccessBlockConfiguration',
        notFoundPattern: noBlock,
      }),
    ],
    columns: {
      ...blocks,
      arn: ({ Name }, { partition }) => `arn:${partition}:s3:::${String(Name)}`,
      bucket_policy_is_public: (item) => valueAt(item, 'PolicyStatus.IsPublic') === true,
      versioning_enabled: (item) => valueAt(item, 'Versioning.Status') === 'Enabled',
      versioning_mfa_delete: (item) => valueAt(item, 'Versioning.MFADelete') === 'Enabled',
    },
  },
  aws_s3_account_settings: {
    scope: 'global',
    list: {
      service: services.s3control,
      operation: 'GetPublicAccessBlock',
      permission: 'GetAccountPublicAccessBlock',
      with: ({ account_id }) => ({ AccountId: account_id }),
      items: 'PublicAccessBlockConfiguration',
      notFoundPattern: noBlock,
      // An account that never set anything blocks nothing; that is a row as well.
      orEmpty: true,
    },
    columns: { ...blocks, title: (_, { account_id }) => account_id },
  },
  aws_efs_file_system: {
    scope: 'regional',
    list: { service: services.efs, operation: 'DescribeFileSystems', items: 'FileSystems' },
    details: [
      {
        service: services.efs,
        operation: 'DescribeBackupPolicy',
        with: ({ FileSystemId }) => ({ FileSystemId }),
        resultPath: 'BackupPolicy.Status',
        memberName: 'AutomaticBackups',
        notFoundPattern: /^PolicyNotFound/,
      },
    ],
    columns: {
      arn: 'FileSystemArn',
      automatic_backups: ({ AutomaticBackups }) =>
        typeof AutomaticBackups === 'string' ? AutomaticBackups.toLowerCase() : 'disabled',
    },
  },
  aws_dynamodb_table: {
    scope: 'regional',
    list: { service: services.dynamodb, operation: 'ListTables', items: 'TableNames' },
    details: [
      {
        service: services.dynamodb,
        operation: 'DescribeTable',
        with: ({ Name }) => ({ TableName: Name }),
        resultPath: 'Table',
      },
      {
        service: services.dynamodb,
        operation: 'DescribeContinuousBackups',
        with: ({ Name }) => ({ TableName: Name }),
        resultPath: 'ContinuousBackupsDescription',
      },
    ],
    columns: { arn: arnOf('dynamodb', 'table/', 'Name') },
  },
  aws_rds_db_instance: {
    scope: 'regional',
    list: { service: services.rds, operation: 'DescribeDBInstances', items: 'DBInstances' },
    columns: {
      arn: 'DBInstanceArn',
      status: 'DBInstanceStatus',
      class: 'DBInstanceClass',
      tags: 'TagList',
      vpc_id: 'DBSubnetGroup.VpcId',
      endpoint_address: 'Endpoint.Address',
      endpoint_port: 'Endpoint.Port',
    },
  },
  aws_rds_db_cluster: {
    scope: 'regional',
    list: { service: services.rds, operation: 'DescribeDBClusters', items: 'DBClusters' },
    columns: { arn: 'DBClusterArn', tags: 'TagList' },
  },
  aws_redshift_cluster: {
    scope: 'regional',
    list: { service: services.redshift, operation: 'DescribeClusters', items: 'Clusters' },
    details: [
      {
        service: services.redshift,
        operation: 'DescribeLoggingStatus',
        with: ({ ClusterIdentifier }) => ({ ClusterIdentifier }),
        memberName: 'LoggingStatus',
      },
    ],
    columns: { arn: arnOf('redshift', 'cluster:', 'ClusterIdentifier') },
  },
  aws_elasticache_replication_group: {
    scope: 'regional',
    list: {
      service: services.elasticache,
      operation: 'DescribeReplicationGroups',
      items: 'ReplicationGroups',
    },
  },
  aws_backup_protected_resource: {
    scope: 'regional',
    list: { service: services.backup, operation: 'ListProtectedResources', items: 'Results' },
  },
};
