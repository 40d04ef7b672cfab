import type { SampleTables } from '../sample.ts';
import { sandbox } from './aws-account.ts';
import { awsMonitoring } from './aws-monitoring.ts';
import { awsIam } from './aws-iam.ts';
import { awsNetwork } from './aws-network.ts';
import { awsResources, awsStores, publicBucket, publicFunction } from './aws-resources.ts';
import { daysAgo } from './days.ts';

const { bucket, instance, snapshot, lambda, files } = awsResources(sandbox);
const { database, key } = awsStores(sandbox);

const vpc_id = 'vpc-0a1b2c3d4e5f60002';
const tags = { owner: 'sample' };

const iam = awsIam(sandbox, {
  people: [
    { name: 'sample-cleo', console: true, mfa: true, daysSinceUse: 3 },
    { name: 'sample-dan', console: true, mfa: true, daysSinceUse: 12, key: 40 },
    { name: 'sample-intern', console: true, mfa: false, daysSinceUse: 210, key: 300 },
  ],
  roles: [{ name: 'sample-trial', service: 'lambda', policies: ['AWSLambdaBasicExecutionRole'] }],
  policies: [
    {
      name: 'sample-read-tables',
      statement: { Action: 'dynamodb:GetItem', Resource: '*' },
    },
  ],
  passwords: undefined,
  rootMfa: false,
  securityContact: false,
});

const monitoringRows = awsMonitoring(sandbox, {
  regions: ['us-east-1', 'eu-west-1'],
  guardDuty: ['us-east-1', 'eu-west-1'],
  config: ['us-east-1'],
  securityHub: [],
  analyzer: ['us-east-1', 'eu-west-1'],
  encryptsVolumes: ['us-east-1', 'eu-west-1'],
  trail: { s3_bucket_name: 'sample-log-archive' },
});

const network = awsNetwork(sandbox, {
  vpc_id,
  cidr: '10.9.0.0/16',
  flowLogs: false,
  groups: [
    { id: 'sg-0000000000000011', name: 'trial-web', openings: [{ port: 443, from: '0.0.0.0/0' }] },
    { id: 'sg-0000000000000012', name: 'trial-rdp', openings: [{ port: 3389, from: '0.0.0.0/0' }] },
    { id: 'sg-0000000000000013', name: 'office', openings: [{ port: 22, from: '203.0.113.0/24' }] },
    { id: 'sg-0000000000000014', name: 'default', openings: [] },
  ].map((group) => ({ ...group, tags })),
  openPorts: [443],
});

/** A sample account for experiments. */
export const awsSandbox: SampleTables = {
  ...iam,
  ...monitoringRows,
  ...network,
  aws_s3_account_settings: [
    sandbox.global({
      block_public_acls: false,
      block_public_policy: false,
      ignore_public_acls: false,
      restrict_public_buckets: false,
    }),
  ],
  aws_s3_bucket: [
    bucket('sample-trial-data', { tags }),
    bucket('sample-trial-exports', { versioning_enabled: false, tags }),
    bucket('sample-trial-site', { ...publicBucket('sample-trial-site'), logging: null, tags }),
  ],
  aws_ec2_instance: [
    instance('i-0c0ffee0000000011', 'trial-1', { vpc_id, tags }),
    instance('i-0c0ffee0000000012', 'trial-2', {
      vpc_id,
      public_ip_address: '198.51.100.20',
      metadata_options: { HttpTokens: 'optional', HttpEndpoint: 'enabled' },
      iam_instance_profile_arn: null,
      tags,
    }),
    instance('i-0c0ffee0000000013', 'trial-3', {
      vpc_id,
      instance_state: 'stopped',
      state_transition_time: daysAgo(5),
      tags,
    }),
  ],
  aws_ebs_snapshot: [
    snapshot('snap-0000000000000011', { tags }),
    snapshot('snap-0000000000000012', { encrypted: false, tags }),
  ],
  aws_rds_db_instance: [database('sample-trial', { multi_az: false, deletion_protection: false })],
  aws_rds_db_cluster: [],
  aws_kms_key: [key('sample-trial'), key('sample-forgotten', { key_rotation_enabled: false })],
  aws_lambda_function: [
    lambda('sample-trial-worker', vpc_id),
    lambda('sample-trial-hook', null, publicFunction),
  ],
  aws_efs_file_system: [files('fs-0000000000000011', true, 'disabled')],
};
