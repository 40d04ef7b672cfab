import { Agent } from 'node:http';
import { openServiceReads } from '#lib/aws/service-reads.ts';
import type { CollectRequest } from '#lib/ports/collector.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { type Cloud, type CloudCall, CloudError, openCloud } from '#test/support/cloud/cloud.ts';
import { estate } from '#test/support/cloud/estate.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { clientOf } from '#test/support/loopback.ts';
import { ourUser } from '#test/support/sts-server.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();
const role_arn = 'arn:aws:iam::111122223333:role/cloudwarden-integration-0a1b2c';
const external_id = 'ours-0123456789abcdef';
const trust = {
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: ourUser } }],
};

/** More tables than are read concurrently; with pages, details, and calls to one region only. */
const tables = [
  'aws_vpc',
  'aws_vpc_flow_log',
  'aws_vpc_network_acl',
  'aws_kms_key',
  'aws_s3_bucket',
  'aws_iam_user',
  'aws_iam_role',
  'aws_cloudwatch_log_group',
  'aws_secretsmanager_secret',
  'aws_sns_topic',
  'aws_rds_db_instance',
  'aws_lambda_function',
];

let cloud: Cloud;
beforeEach(async () => {
  cloud = await openCloud({ ...estate });
  cloud.roles.set(role_arn, { trust });
  cloud.answers['ec2:DescribeVpcs'] = ({ parameters, region }) => {
    const page = Number(parameters.NextToken ?? 0);
    return {
      Vpcs: [{ VpcId: `vpc-${region}-${page}` }],
      ...(page < 3 && { NextToken: String(page + 1) }),
    };
  };
});
afterEach(() => cloud.close());

/** Clients destroy their agents when closed; tables read concurrently share this one. */
class SharedAgent extends Agent {
  override destroy(): void {
    return undefined;
  }
}

/** S3 puts names before its host's name, which must still lead to this machine. */
const httpAgent = new SharedAgent({
  lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
});

/** An account that is scanned completely. */
const openAccount = async () => {
  const endpoint = cloud.endpoint.replace('127.0.0.1', 'localhost');
  const services = { endpoint, forcePathStyle: true, requestHandler: { httpAgent } };
  const collector = awsCollector(
    openServiceReads({ stsConfig: clientOf(cloud), services, callMs: 5000 }),
  );
  const scene = await openScans(world);
  const values = { role_arn, external_id, region: 'eu-west-1' };
  for (const table of tables) {
    scene.account[table] = ({ integration, ...request }: CollectRequest) =>
      collector.rows({ ...request, integration: { ...integration, cspName: 'aws', values } });
  }
  const scanAccount = async () => {
    const { state, partial, rows, _id } = await scene.scan();
    const shownTables = (await scene.latestSnapshot())?.tables ?? {};
    return { state, partial, rows, scan_id: _id, shownTables };
  };
  return { ...scene, scanAccount };
};

const rowsOf = (shownTables: Record<string, { rows: number }>): Record<string, number> =>
  Object.fromEntries(Object.entries(shownTables).map(([table, { rows }]) => [table, rows]));

const throttleEveryFifth = () => {
  let count = 0;
  return ({ name }: CloudCall) => {
    count += 1;
    const isThrottled = count % 5 === 0 && name !== 'sts:AssumeRole';
    return isThrottled ? new CloudError('ThrottlingException', 'Rate exceeded') : undefined;
  };
};

describe('a scan of a whole AWS account', () => {
  it('is complete despite throttled calls, paged answers and a wrong clock', async () => {
    const calm = await (await openAccount()).scanAccount();
    expect(calm).toMatchObject({ state: 'SUCCEEDED', partial: false });
    expect(Object.keys(calm.shownTables).toSorted()).toEqual(tables.toSorted());
    expect(calm.shownTables.aws_vpc?.rows).toBe(8);

    const throttles = throttleEveryFifth();
    let skewed = 0;
    cloud.trouble.ahead = 20 * 60_000;
    cloud.trouble.before = (call) => {
      const wrongBy = Math.abs(call.signedAt - (Date.now() + cloud.trouble.ahead));
      const isWrong = wrongBy > 5 * 60_000;
      if (isWrong) skewed += 1;
      return isWrong
        ? new CloudError('RequestTimeTooSkewed', 'The difference is too large.', 403)
        : throttles(call);
    };
    const troubled = await (await openAccount()).scanAccount();
    expect(troubled).toMatchObject({ state: 'SUCCEEDED', partial: false, rows: calm.rows });
    expect(rowsOf(troubled.shownTables)).toEqual(rowsOf(calm.shownTables));
    expect(skewed).toBeGreaterThan(0);
  });

  it('keeps all other rows where EC2 fails in one region, and names the region', async () => {
    const { scanAccount } = await openAccount();
    const calm = await scanAccount();
    cloud.trouble.before = ({ name, region }) =>
      region === 'us-east-1' && name.startsWith('ec2:')
        ? new CloudError('InternalError', 'Down', 500)
        : undefined;
    const { state, partial, shownTables } = await scanAccount();
    expect({ state, partial }).toEqual({ state: 'SUCCEEDED', partial: true });
    expect(shownTables.aws_vpc).toMatchObject({
      state: 'partial',
      rows: 4,
      problems: [expect.stringContaining('us-east-1: AWS gave no answer to ec2:DescribeVpcs')],
    });
    const ofEc2 = ['aws_vpc', 'aws_vpc_flow_log', 'aws_vpc_network_acl'];
    const otherTables = tables.filter((table) => !ofEc2.includes(table));
    for (const table of otherTables) {
      expect([table, shownTables[table]?.rows, shownTables[table]?.state]).toEqual([
        table,
        calm.shownTables[table]?.rows,
        'collected',
      ]);
    }
  });

  it('keeps new and earlier rows when the account loses its role halfway', async () => {
    const { scanAccount } = await openAccount();
    const before = await scanAccount();
    let calls = 0;
    // By then some tables had been read, and most had not, in whatever order.
    cloud.trouble.before = () => {
      calls += 1;
      if (calls < 40) return undefined;
      cloud.roles.clear();
      return new CloudError('AuthFailure', 'The role is gone', 403);
    };
    const { state, partial, scan_id, shownTables } = await scanAccount();
    expect({ state, partial }).toEqual({ state: 'SUCCEEDED', partial: true });
    expect(Object.keys(shownTables).toSorted()).toEqual(tables.toSorted());
    const scans = new Set(Object.values(shownTables).map((table) => table.scan_id));
    expect(scans).toEqual(new Set([scan_id, before.scan_id]));
    for (const [table, contents] of Object.entries(shownTables)) {
      if (contents.scan_id !== before.scan_id) continue;
      expect(contents).toMatchObject({ rows: before.shownTables[table]?.rows, state: 'failed' });
      expect(contents.problems.join(' ')).toMatch(/role/);
    }
  });
});
