import { number, oneOf, readyMadeAws, region, text } from '../ready-made.schema.ts';

const bucket = text('bucket', 'Bucket', 'Its name.');
const database = text('database', 'DB instance', 'Its identifier.');
const key = text('key', 'Key', 'Its id or ARN.');
const s3 = { service: 's3', region: '{region}' } as const;
const rds = { service: 'rds', region: '{region}' } as const;
const kms = { service: 'kms', region: '{region}' } as const;

export const awsDataActions = readyMadeAws('aws', {
  list_buckets: {
    name: 'List S3 buckets',
    description: 'Lists the buckets of the account.',
    parameters: [],
    call: { service: 's3', operation: 'ListBuckets', parameters: {}, result: '/Buckets' },
  },
  block_public_access: {
    name: 'Block public access to an S3 bucket',
    description: 'Turns on all four Block Public Access settings of a bucket.',
    parameters: [bucket, region],
    call: {
      ...s3,
      operation: 'PutPublicAccessBlock',
      parameters: {
        Bucket: '{bucket}',
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          IgnorePublicAcls: true,
          BlockPublicPolicy: true,
          RestrictPublicBuckets: true,
        },
      },
    },
  },
  encrypt_bucket: {
    name: 'Encrypt an S3 bucket',
    description: 'Encrypts new objects of a bucket with keys that S3 manages (AES-256).',
    parameters: [bucket, region],
    call: {
      ...s3,
      operation: 'PutBucketEncryption',
      parameters: {
        Bucket: '{bucket}',
        ServerSideEncryptionConfiguration: {
          Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      },
    },
  },
  version_bucket: {
    name: 'Turn on versioning of an S3 bucket',
    description: 'Keeps old versions of objects that are overwritten or deleted from now on.',
    parameters: [bucket, region],
    call: {
      ...s3,
      operation: 'PutBucketVersioning',
      parameters: { Bucket: '{bucket}', VersioningConfiguration: { Status: 'Enabled' } },
    },
  },
  describe_databases: {
    name: 'List RDS DB instances',
    description: 'Lists the DB instances of a region.',
    parameters: [region],
    call: { ...rds, operation: 'DescribeDBInstances', parameters: {}, result: '/DBInstances' },
  },
  stop_database: {
    name: 'Stop an RDS DB instance',
    description: 'Stops a DB instance; AWS starts it again after seven days.',
    needsApproval: true,
    parameters: [database, region],
    call: {
      ...rds,
      operation: 'StopDBInstance',
      parameters: { DBInstanceIdentifier: '{database}' },
      result: '/DBInstance',
    },
  },
  start_database: {
    name: 'Start an RDS DB instance',
    description: 'Starts a DB instance that is stopped.',
    parameters: [database, region],
    call: {
      ...rds,
      operation: 'StartDBInstance',
      parameters: { DBInstanceIdentifier: '{database}' },
      result: '/DBInstance',
    },
  },
  hide_database: {
    name: 'Make an RDS DB instance private',
    description: 'Turns off public access; the DB instance loses its public address.',
    needsApproval: true,
    parameters: [database, region],
    call: {
      ...rds,
      operation: 'ModifyDBInstance',
      parameters: {
        DBInstanceIdentifier: '{database}',
        PubliclyAccessible: false,
        ApplyImmediately: true,
      },
      result: '/DBInstance',
    },
  },
  disable_key: {
    name: 'Disable a KMS key',
    description: 'Data that the key encrypts cannot be decrypted until the key is enabled again.',
    needsApproval: true,
    parameters: [key, region],
    call: { ...kms, operation: 'DisableKey', parameters: { KeyId: '{key}' } },
  },
  rotate_key: {
    name: 'Turn on rotation of a KMS key',
    description: 'Turns on automatic rotation: KMS replaces the key material every year.',
    parameters: [key, region],
    call: { ...kms, operation: 'EnableKeyRotation', parameters: { KeyId: '{key}' } },
  },
  rotate_secret: {
    name: 'Rotate a secret',
    description: 'Rotates a secret of Secrets Manager now, with its configured rotation.',
    needsApproval: true,
    parameters: [text('secret', 'Secret', 'Its name or ARN.'), region],
    call: {
      service: 'secretsmanager',
      region: '{region}',
      operation: 'RotateSecret',
      parameters: { SecretId: '{secret}', RotateImmediately: true },
      also: ['lambda:InvokeFunction'],
    },
  },
  keep_logs: {
    name: 'Set the retention of a CloudWatch log group',
    description: 'Sets the number of days after which a log group deletes its log events.',
    needsApproval: true,
    parameters: [
      text('group', 'Log group', 'Its name.'),
      oneOf(
        ['30', '90', '180', '365', '731', '3653'],
        number('days', 'Days', 'How long log events are kept.'),
      ),
      region,
    ],
    call: {
      service: 'logs',
      region: '{region}',
      operation: 'PutRetentionPolicy',
      parameters: { logGroupName: '{group}', retentionInDays: '{days}' },
    },
  },
});
