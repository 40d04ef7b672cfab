import type { SampleTables } from '../sample.ts';
import { production } from './aws-account.ts';
import { awsMetricAlarms, awsMonitoring, eventPattern, recentDelivery } from './aws-monitoring.ts';
import { awsIam } from './aws-iam.ts';
import { awsNetwork } from './aws-network.ts';
import { awsResources, awsStores, publicBucket, publicFunction } from './aws-resources.ts';
import { daysAgo } from './days.ts';

const { bucket, instance, snapshot, files, lambda, backedUp } = awsResources(production);
const { database, table, key, secret, certificate } = awsStores(production);

const vpc_id = 'vpc-0a1b2c3d4e5f60001';
const tags = (Name: string) => ({ tags: { Name, env: 'production' } });
const cidr = '10.0.0.0/16';
const everybody = '0.0.0.0/0';
const logGroup = 'sample-trail';

const iam = awsIam(production, {
  people: [
    { name: 'sample-ada', console: true, mfa: true, daysSinceUse: 2 },
    { name: 'sample-bo', console: true, mfa: true, daysSinceUse: 20, key: 30 },
    { name: 'sample-cleo', console: true, mfa: false, daysSinceUse: 160 },
    {
      name: 'sample-deploy',
      console: false,
      mfa: false,
      daysSinceUse: 1,
      key: 420,
      policies: ['PowerUserAccess'],
    },
  ],
  roles: [
    { name: 'sample-web', service: 'ec2', policies: ['AmazonSSMManagedInstanceCore'] },
    { name: 'sample-receipts', service: 'lambda', policies: ['AWSLambdaBasicExecutionRole'] },
    { name: 'sample-on-call', service: 'ec2', policies: ['AWSSupportAccess'] },
  ],
  policies: [
    {
      name: 'sample-read-invoices',
      statement: { Action: ['s3:Get*', 's3:List*'], Resource: 'arn:aws:s3:::sample-invoices/*' },
    },
    { name: 'sample-migration', statement: { Action: '*', Resource: '*' } },
  ],
  passwords: {
    minimum_password_length: 14,
    password_reuse_prevention: 24,
    require_lowercase_characters: true,
    require_uppercase_characters: true,
    require_numbers: true,
    require_symbols: true,
    max_password_age: 90,
  },
  rootMfa: true,
  securityContact: true,
});

const used = ['eu-west-1', 'eu-central-1', 'us-east-1'];
const monitoringRows = awsMonitoring(production, {
  regions: used,
  guardDuty: used,
  config: ['eu-west-1', 'eu-central-1'],
  securityHub: used,
  analyzer: ['eu-west-1', 'eu-central-1'],
  encryptsVolumes: ['eu-west-1', 'eu-central-1'],
  trail: {
    s3_bucket_name: 'sample-log-archive',
    kms_key_id: production.arn('kms', 'key/sample-logs'),
    log_group_arn: `${production.arn('logs', `log-group:${logGroup}`)}:*`,
    ...recentDelivery,
  },
});

const watches = awsMetricAlarms(production, logGroup, {
  'sample-root-used':
    '{ $.userIdentity.type = "Root" && $.userIdentity.invokedBy NOT EXISTS && ' +
    '$.eventType != "AwsServiceEvent" }',
  'sample-failed-sign-in':
    '{ ($.eventName = ConsoleLogin) && ($.errorMessage = "Failed authentication") }',
  'sample-trail-changed': eventPattern(
    'CreateTrail',
    'UpdateTrail',
    'DeleteTrail',
    'StartLogging',
    'StopLogging',
  ),
  'sample-group-changed': eventPattern(
    'AuthorizeSecurityGroupIngress',
    'AuthorizeSecurityGroupEgress',
    'RevokeSecurityGroupIngress',
    'RevokeSecurityGroupEgress',
    'CreateSecurityGroup',
    'DeleteSecurityGroup',
  ),
  'sample-recorder-changed': eventPattern(
    'StopConfigurationRecorder',
    'DeleteDeliveryChannel',
    'PutDeliveryChannel',
    'PutConfigurationRecorder',
  ),
});

const network = awsNetwork(production, {
  vpc_id,
  cidr,
  flowLogs: true,
  groups: [
    { id: 'sg-0000000000000001', name: 'web', openings: [{ port: 443, from: everybody }] },
    { id: 'sg-0000000000000002', name: 'maintenance', openings: [{ port: 22, from: everybody }] },
    { id: 'sg-0000000000000003', name: 'database', openings: [{ port: 5432, from: cidr }] },
    { id: 'sg-0000000000000004', name: 'default', openings: [] },
  ].map((group) => ({ ...group, tags: { env: 'production' } })),
  openPorts: [443],
});

const instances = [
  instance('i-0c0ffee0000000001', 'web-1', {
    vpc_id,
    public_ip_address: '203.0.113.10',
    ...tags('web-1'),
  }),
  instance('i-0c0ffee0000000002', 'web-2', {
    vpc_id,
    metadata_options: { HttpTokens: 'optional', HttpEndpoint: 'enabled' },
    ...tags('web-2'),
  }),
  instance('i-0c0ffee0000000003', 'reports', {
    vpc_id,
    instance_state: 'stopped',
    state_transition_time: daysAgo(120),
    iam_instance_profile_arn: null,
    tags: {},
  }),
];

const shared = files('fs-0000000000000001', true, 'enabled');
const orders = table('sample-orders', 'ENABLED');

/** A sample account with a little of everything, some of it badly configured. */
export const awsProduction: SampleTables = {
  ...iam,
  ...monitoringRows,
  ...watches,
  ...network,
  aws_s3_account_settings: [
    production.global({
      block_public_acls: true,
      block_public_policy: false,
      ignore_public_acls: true,
      restrict_public_buckets: false,
    }),
  ],
  aws_s3_bucket: [
    bucket('sample-invoices', { tags: { env: 'production' } }),
    bucket('sample-public-downloads', {
      ...publicBucket('sample-public-downloads'),
      logging: null,
      server_side_encryption_configuration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      tags: { env: 'production' },
    }),
    bucket('sample-backups', {
      versioning_enabled: false,
      restrict_public_buckets: false,
      tags: {},
    }),
  ],
  aws_ec2_instance: instances,
  aws_ebs_snapshot: [
    snapshot('snap-0000000000000001'),
    snapshot('snap-0000000000000002'),
    snapshot('snap-0000000000000003', { create_volume_permissions: [{ Group: 'all' }] }),
  ],
  aws_rds_db_instance: [
    database('sample-shop'),
    database('sample-orders'),
    database('sample-reports', {
      storage_encrypted: false,
      publicly_accessible: true,
      multi_az: false,
      deletion_protection: false,
      backup_retention_period: 0,
    }),
  ],
  aws_rds_db_cluster: [],
  aws_dynamodb_table: [orders, table('sample-sessions', 'DISABLED', { sse_description: null })],
  aws_kms_key: [
    key('sample-logs'),
    key('sample-invoices'),
    key('sample-old', { key_rotation_enabled: false }),
    key('sample-gone', { key_state: 'PendingDeletion', deletion_date: daysAgo(-7) }),
  ],
  aws_secretsmanager_secret: [
    secret('sample-database', {
      rotation_rules: { AutomaticallyAfterDays: 30 },
      last_rotated_date: daysAgo(9),
    }),
    secret('sample-gateway', { rotation_enabled: false }),
  ],
  aws_acm_certificate: [
    certificate('shop.example.com', daysAgo(-200)),
    certificate('old.example.com', daysAgo(-12)),
  ],
  aws_lambda_function: [
    lambda('sample-receipts', vpc_id),
    lambda('sample-thumbnails', vpc_id),
    lambda('sample-webhook', null, publicFunction),
  ],
  aws_efs_file_system: [shared, files('fs-0000000000000002', false, 'disabled')],
  aws_backup_protected_resource: [
    backedUp(production.arn('ec2', 'instance/i-0c0ffee0000000001')),
    backedUp(production.arn('ec2', 'instance/i-0c0ffee0000000002')),
    backedUp(shared.arn),
    backedUp(orders.arn),
  ],
};
