import type { SampleTables } from '../sample.ts';

const account = { partition: 'aws', account_id: '111111111111' };
const home = { ...account, region: 'eu-west-1' };

const bucket = (name: string, more: Record<string, unknown>) => ({
  ...home,
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
  server_side_encryption_configuration: {
    Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
  },
  tags: { env: 'production' },
  ...more,
});

const instance = (id: string, name: string, more: Record<string, unknown>) => ({
  ...home,
  instance_id: id,
  arn: `arn:aws:ec2:eu-west-1:111111111111:instance/${id}`,
  title: name,
  instance_type: 'm7g.large',
  instance_state: 'running',
  launch_time: '2026-05-04T06:00:00Z',
  vpc_id: 'vpc-0a1b2c3d4e5f60001',
  metadata_options: { HttpTokens: 'required', HttpEndpoint: 'enabled' },
  tags: { Name: name, env: 'production' },
  ...more,
});

const group = (id: string, name: string, permissions: unknown[]) => ({
  ...home,
  group_id: id,
  group_name: name,
  arn: `arn:aws:ec2:eu-west-1:111111111111:security-group/${id}`,
  title: name,
  vpc_id: 'vpc-0a1b2c3d4e5f60001',
  ip_permissions: permissions,
  ip_permissions_egress: [],
  tags: { env: 'production' },
});

const open = (port: number, range: string) => ({
  IpProtocol: 'tcp',
  FromPort: port,
  ToPort: port,
  IpRanges: [{ CidrIp: range }],
});

/** A sample account with a little of everything, some of it badly set up. */
export const awsProduction: SampleTables = {
  aws_account: [
    { ...account, region: 'global', arn: 'arn:aws:::111111111111', title: 'Sample production' },
  ],
  aws_s3_bucket: [
    bucket('sample-invoices', {}),
    bucket('sample-public-downloads', {
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
            Resource: 'arn:aws:s3:::sample-public-downloads/*',
          },
        ],
      },
    }),
    bucket('sample-backups', { versioning_enabled: false, tags: {} }),
  ],
  aws_ec2_instance: [
    instance('i-0c0ffee0000000001', 'web-1', { public_ip_address: '203.0.113.10' }),
    instance('i-0c0ffee0000000002', 'web-2', {
      metadata_options: { HttpTokens: 'optional', HttpEndpoint: 'enabled' },
    }),
    instance('i-0c0ffee0000000003', 'reports', { instance_state: 'stopped', tags: {} }),
  ],
  aws_vpc_security_group: [
    group('sg-0000000000000001', 'web', [open(443, '0.0.0.0/0')]),
    group('sg-0000000000000002', 'maintenance', [open(22, '0.0.0.0/0')]),
    group('sg-0000000000000003', 'database', [open(5432, '10.0.0.0/16')]),
  ],
};
