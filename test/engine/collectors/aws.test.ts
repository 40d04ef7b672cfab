import { Agent } from 'node:http';
import { openServiceReads } from '#lib/aws/service-reads.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { type Cloud, CloudError, openCloud } from '#test/support/cloud/cloud.ts';
import { clientOf } from '#test/support/loopback.ts';
import { ourUser } from '#test/support/sts-server.ts';
import { estate } from '#test/support/cloud/estate.ts';
import { resourceOf } from '#lib/domain/inventory/resources/resource.rules.ts';
import { awsTables } from '#lib/engine/collectors/aws/tables.ts';
import { openedIntegration } from '../nodes/node-world.ts';

const account_id = '111122223333';
const role_arn = `arn:aws:iam::${account_id}:role/cloudwarden-integration-0a1b2c`;
const external_id = 'ours-0123456789abcdef';
const integration = openedIntegration('aws', {
  account_id,
  region: 'eu-west-1',
  role_arn,
  external_id,
});

const trust = {
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: ourUser },
      Condition: { StringEquals: { 'sts:ExternalId': external_id } },
    },
  ],
};

/** S3 Control puts the account before the host's name, which must still lead to this machine. */
const httpAgent = new Agent({
  lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
});

let cloud: Cloud;
beforeEach(async () => {
  cloud = await openCloud({ ...estate });
  cloud.roles.set(role_arn, { trust });
});
afterEach(() => cloud.close());

const read = async (table: string, signal = new AbortController().signal) => {
  const endpoint = cloud.endpoint.replace('127.0.0.1', 'localhost');
  const serviceReads = openServiceReads({
    stsConfig: clientOf(cloud),
    services: { endpoint, forcePathStyle: true, requestHandler: { httpAgent } },
    callMs: 1500,
  });
  const problems: string[] = [];
  const rows: Row[] = [];
  const leftOut: string[] = [];
  const problem = (message: string, _region?: string, row?: Row) => {
    if (!problems.includes(message)) problems.push(message);
    if (row) leftOut.push(resourceOf(table, row, '')._id);
  };
  const notes = new Map<string, string>();
  const closed = (message: string, region: string) => void notes.set(region, message);
  const onRestart = () => undefined;
  const request = {
    integration: integration as never,
    table,
    signal,
    problem,
    closed,
    again: onRestart,
  };
  try {
    for await (const batch of awsCollector(serviceReads).rows(request)) rows.push(...batch);
    return { rows, problems, leftOut, notes };
  } catch (error) {
    if (!(error instanceof CannotCollect)) throw error;
    return { rows, problems, leftOut, notes, failed: error.message };
  }
};

describe('a table of a connected account', () => {
  it.each(Object.keys(awsTables))('is read over the protocol of its service: %s', async (table) => {
    const { rows, problems, failed } = await read(table);
    expect({ problems, failed }).toEqual({ problems: [], failed: undefined });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ account_id, partition: 'aws', region: expect.any(String) });
    }
  });
});

describe('scanning an AWS account with problems', () => {
  it('reads all resources when AWS throttles every fifth call', async () => {
    let count = 0;
    cloud.trouble.before = ({ name }) => {
      count += 1;
      return count % 5 === 0 && name !== 'sts:AssumeRole'
        ? new CloudError('ThrottlingException', 'Rate exceeded')
        : undefined;
    };
    const { rows, problems } = await read('aws_s3_bucket');
    expect({ rows: rows.length, problems }).toEqual({ rows: 2, problems: [] });
    expect((await read('aws_kms_key')).rows).toHaveLength(2);
  });

  it('reads all pages and each resource once', async () => {
    cloud.answers['ec2:DescribeVpcs'] = ({ parameters, region }) => {
      const page = Number(parameters.NextToken ?? 0);
      return {
        Vpcs: [{ VpcId: `vpc-${region}-${page}` }],
        ...(page < 3 && { NextToken: String(page + 1) }),
      };
    };
    const { rows } = await read('aws_vpc');
    expect(new Set(rows.map(({ vpc_id }) => vpc_id)).size).toBe(8);
    expect(rows).toHaveLength(8);
  });

  it('keeps the resources of other regions when one region fails', async () => {
    cloud.trouble.before = ({ name, region }) =>
      name === 'ec2:DescribeVpcs' && region === 'us-east-1'
        ? new CloudError('InternalError', 'Down', 500)
        : undefined;
    const { rows, problems } = await read('aws_vpc');
    expect(rows).toMatchObject([{ region: 'eu-west-1' }]);
    expect(problems).toEqual([
      'us-east-1: AWS gave no answer to ec2:DescribeVpcs (InternalError).',
    ]);
  });

  it('reports a missing permission and omits incomplete resources', async () => {
    cloud.trouble.before = ({ name }) =>
      name === 's3:GetBucketEncryption' ? new CloudError('AccessDenied', 'No', 403) : undefined;
    const { rows, problems } = await read('aws_s3_bucket');
    expect(rows).toEqual([]);
    expect(problems).toEqual([
      'Not every resource in eu-west-1 could be read. AWS refused ' +
        's3:GetEncryptionConfiguration: the role, or a policy of the resource itself, does not ' +
        'permit it. Connect the account again, or change that policy.',
    ]);
  });

  const ofTheOrganization =
    'You are not authorized to perform this operation. User: ' +
    `arn:aws:sts::${account_id}:assumed-role/${'r'.repeat(200)}/cloudwarden-inventory is not ` +
    'authorized to perform: ec2:DescribeVpcs with an explicit deny in a service control policy';

  it('omits regions that a policy of the AWS organization closes', async () => {
    cloud.trouble.before = ({ name, region }) =>
      name === 'ec2:DescribeVpcs' && region === 'us-east-1'
        ? new CloudError('UnauthorizedOperation', ofTheOrganization, 403)
        : undefined;
    const { rows, problems, notes } = await read('aws_vpc');
    expect(rows).toMatchObject([{ region: 'eu-west-1' }]);
    expect(problems).toEqual([]);
    expect([...notes]).toEqual([
      [
        'us-east-1',
        'A policy of the AWS organization denies ec2:DescribeVpcs in regions that are left out: ' +
          'us-east-1.',
      ],
    ]);
    cloud.trouble.before = ({ name }) =>
      name === 'ec2:DescribeVpcs'
        ? new CloudError('UnauthorizedOperation', ofTheOrganization, 403)
        : undefined;
    expect((await read('aws_vpc')).failed).toMatch(
      /^No region could be read\. A policy of the AWS organization denies ec2:DescribeVpcs in/,
    );
  });

  const detailed = Object.entries(awsTables).flatMap(([name, { details = [], list }]) => {
    const [first] = details.filter(
      ({ isNeeded, operation }) => !isNeeded && operation !== list.operation,
    );
    return first ? [[name, `${first.service.prefix}:${first.operation}`] as const] : [];
  });

  it.each(detailed)('reports the ids of resources of %s when %s fails', async (table, call) => {
    const fullReading = await read(table);
    cloud.trouble.before = ({ name }) =>
      name === call ? new CloudError('AccessDenied', 'No', 403) : undefined;
    const { rows, leftOut } = await read(table);
    expect(rows).toEqual([]);
    const ids = fullReading.rows.map((row) => resourceOf(table, row, '')._id);
    expect(leftOut.toSorted()).toEqual(ids.toSorted());
  });

  it('reads a trail of the AWS organization without its tags', async () => {
    cloud.trouble.before = ({ name }) =>
      name === 'cloudtrail:ListTags'
        ? new CloudError('CloudTrailARNInvalidException', 'AccountID in ARN is wrong')
        : undefined;
    const { rows, problems } = await read('aws_cloudtrail_trail');
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ is_multi_region_trail: true, is_logging: expect.anything() }]);
    expect(rows[0]?.tags).toBeUndefined();
  });

  it('makes no calls in regions that the account has not enabled', async () => {
    await read('aws_vpc');
    expect(cloud.calls.filter(({ region }) => region === 'af-south-1')).toEqual([]);
  });

  it('starts a new session when AWS reports an expired token', async () => {
    let isExpired = true;
    cloud.trouble.before = ({ name }) => {
      if (name !== 'iam:ListServerCertificates' || !isExpired) return undefined;
      isExpired = false;
      return new CloudError('ExpiredToken', 'The token is expired', 403);
    };
    expect((await read('aws_iam_server_certificate')).rows).toHaveLength(1);
    expect(cloud.asked).toHaveLength(2);
  });

  it('fails with a reason when the role is gone', async () => {
    cloud.roles.clear();
    const { failed } = await read('aws_vpc');
    expect(failed).toBe(
      `AWS does not let Cloudwarden assume ${role_arn} any more. Test the integration.`,
    );
  });

  it('keeps the resources read before the role is removed', async () => {
    cloud.answers['ec2:DescribeVpcs'] = ({ parameters, region }) => {
      if (parameters.NextToken !== undefined) {
        cloud.roles.clear();
        throw new CloudError('AuthFailure', 'The role is gone', 403);
      }
      return { Vpcs: [{ VpcId: `vpc-${region}` }], NextToken: '1' };
    };
    const { rows, problems, failed } = await read('aws_vpc');
    expect(rows.length).toBeGreaterThan(0);
    expect([...problems, failed].join(' ')).toMatch(/ec2:DescribeVpcs|does not let Cloudwarden/);
  });

  it('makes no more calls after the scan is cancelled', async () => {
    const cancel = new AbortController();
    cloud.trouble.before = () => {
      cancel.abort();
      return new CloudError('ThrottlingException');
    };
    await expect(read('aws_vpc', cancel.signal)).rejects.toThrow(/abort/i);
    const callCount = cloud.calls.length;
    expect(callCount).toBeLessThanOrEqual(2);
  });
});
