import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { AwsAccount } from './aws-account.ts';

/** A statement that denies requests to a bucket without TLS. */
const tlsOnly = (name: string) => ({
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

/** Builders of buckets, machines and functions of an account, well configured by default. */
export const awsResources = (account: AwsAccount) => ({
  bucket: (name: string, columns: Row = {}) =>
    account.regional({
      name,
      arn: `arn:aws:s3:::${name}`,
      title: name,
      creation_date: '2025-02-11T08:30:00Z',
      bucket_policy_is_public: false,
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
      versioning_enabled: true,
      versioning_mfa_delete: false,
      policy: { Version: '2012-10-17', Statement: [tlsOnly(name)] },
      server_side_encryption_configuration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
      },
      logging: { TargetBucket: 'sample-log-archive', TargetPrefix: `${name}/` },
      ...columns,
    }),
  instance: (id: string, name: string, columns: Row = {}) =>
    account.resource('ec2', `instance/${id}`, {
      instance_id: id,
      title: name,
      instance_type: 'm7g.large',
      instance_state: 'running',
      launch_time: '2026-05-04T06:00:00Z',
      ebs_optimized: true,
      iam_instance_profile_arn: account.arn('iam', 'instance-profile/sample-web', ''),
      metadata_options: { HttpTokens: 'required', HttpEndpoint: 'enabled' },
      ...columns,
    }),
  snapshot: (id: string, columns: Row = {}) =>
    account.resource('ec2', `snapshot/${id}`, {
      snapshot_id: id,
      volume_id: id.replace('snap', 'vol'),
      volume_size: 100,
      state: 'completed',
      encrypted: true,
      create_volume_permissions: [],
      ...columns,
    }),
  lambda: (name: string, vpc_id: string | null, columns: Row = {}) =>
    account.resource('lambda', `function:${name}`, {
      name,
      runtime: 'nodejs24.x',
      vpc_id,
      policy: null,
      ...columns,
    }),
  files: (id: string, encrypted: boolean, automatic_backups: string) =>
    account.resource('elasticfilesystem', `file-system/${id}`, {
      file_system_id: id,
      encrypted,
      automatic_backups,
    }),
  backedUp: (resource_arn: string) => account.regional({ resource_arn }),
});

/** Builders of databases, keys and secrets of an account, well configured by default. */
export const awsStores = (account: AwsAccount) => ({
  database: (name: string, columns: Row = {}) =>
    account.resource('rds', `db:${name}`, {
      db_instance_identifier: name,
      engine: 'postgres',
      engine_version: '17.4',
      class: 'db.m7g.large',
      status: 'available',
      storage_encrypted: true,
      auto_minor_version_upgrade: true,
      publicly_accessible: false,
      multi_az: true,
      deletion_protection: true,
      backup_retention_period: 14,
      enabled_cloudwatch_logs_exports: ['postgresql', 'upgrade'],
      ...columns,
    }),
  table: (name: string, recovery: string, columns: Row = {}) =>
    account.resource('dynamodb', `table/${name}`, {
      name,
      table_status: 'ACTIVE',
      point_in_time_recovery_description: { PointInTimeRecoveryStatus: recovery },
      sse_description: { SSEType: 'KMS', Status: 'ENABLED' },
      ...columns,
    }),
  key: (name: string, columns: Row = {}) =>
    account.resource('kms', `key/${name}`, {
      id: name,
      key_manager: 'CUSTOMER',
      key_state: 'Enabled',
      origin: 'AWS_KMS',
      customer_master_key_spec: 'SYMMETRIC_DEFAULT',
      key_rotation_enabled: true,
      ...columns,
    }),
  secret: (name: string, columns: Row = {}) =>
    account.resource('secretsmanager', `secret:${name}`, {
      name,
      rotation_enabled: true,
      ...columns,
    }),
  certificate: (domain_name: string, not_after: string) =>
    account.regional({
      certificate_arn: account.arn('acm', `certificate/${domain_name}`),
      title: domain_name,
      domain_name,
      status: 'ISSUED',
      not_after,
    }),
});

/** The policy of a function that everybody may invoke. */
export const publicFunction = {
  policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'lambda:InvokeFunction' }] },
};

/** The columns of a bucket whose objects everybody may read. */
export const publicBucket = (name: string): Row => ({
  bucket_policy_is_public: true,
  block_public_policy: false,
  restrict_public_buckets: false,
  policy: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${name}/*`,
      },
    ],
  },
});
