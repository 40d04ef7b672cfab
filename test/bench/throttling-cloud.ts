import { awsTables } from '#lib/engine/collectors/aws/tables.ts';
import {
  type CloudAnswer,
  type CloudCall,
  CloudError,
  openCloud,
} from '#test/support/cloud/cloud.ts';
import { estate } from '#test/support/cloud/estate.ts';
import { membersOf, operationOf, sampleOf } from '#test/support/cloud/model.ts';
import { ourUser } from '#test/support/sts-server.ts';

/** Tables that a single list call fills. */
export const scannedTables = [
  'aws_secretsmanager_secret',
  'aws_cloudwatch_alarm',
  'aws_cloudwatch_log_group',
  'aws_cloudwatch_log_metric_filter',
  'aws_sns_topic_subscription',
  'aws_accessanalyzer_analyzer',
  'aws_vpc',
  'aws_vpc_flow_log',
  'aws_vpc_network_acl',
  'aws_vpc_security_group',
  'aws_vpc_security_group_rule',
  'aws_ec2_instance',
  'aws_rds_db_instance',
  'aws_rds_db_cluster',
  'aws_elasticache_replication_group',
  'aws_backup_protected_resource',
  'aws_iam_virtual_mfa_device',
  'aws_iam_server_certificate',
  'aws_iam_user',
  'aws_iam_role',
];

const pageSize = 100;

const numberFields = (item: object, n: number): object =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' && /(arn|id|name)$/i.test(name) ? `${value}-${n}` : value,
    ]),
  );

/** The pages of a list; each is made once, so that it is serialised once. */
const pagesOf = (table: string, rows: number): [string, CloudAnswer] => {
  const { list } = awsTables[table] ?? {};
  const operation = list && operationOf(list.service.package, list.operation);
  if (!operation) throw new Error(`There is no table ${table}.`);
  const token = membersOf(operation.output).find(({ name }) =>
    /^(next)?(token|marker)$/i.test(name),
  );
  const [first = '', ...rest] = String(list.items).split('.');
  const sample = sampleOf(operation.output) as Record<string, readonly object[]>;
  const [one = {}] = sample[first] ?? [];
  const pages = Array.from({ length: Math.ceil(rows / pageSize) }, (_, page) => {
    const from = page * pageSize;
    const items = Array.from({ length: Math.min(pageSize, rows - from) }, (_item, n) =>
      rest.length === 0 ? numberFields(one, from + n) : one,
    );
    const isLast = from + pageSize >= rows;
    return {
      ...sample,
      [first]: items,
      ...(token && !isLast && { [token.name]: `page-${page + 1}` }),
    };
  });
  const answer = ({ parameters }: CloudCall) => {
    const pageToken = token ? parameters[token.name] : undefined;
    return pages[Number(pageToken?.replace('page-', '') ?? 0)] ?? {};
  };
  return [`${list.service.prefix}:${list.operation}`, answer];
};

const trust = {
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: ourUser } }],
};

/** A cloud with accounts that have `rows` rows in each table; it throttles every fifth call. */
export const openThrottlingCloud = async (accounts: number, rows: number) => {
  const lists = Object.fromEntries(scannedTables.map((table) => pagesOf(table, rows)));
  const Regions = [{ RegionName: 'eu-west-1', OptInStatus: 'opt-in-not-required' }];
  const cloud = await openCloud({ ...estate, ...lists, 'ec2:DescribeRegions': { Regions } });
  const roles = Array.from({ length: accounts }, (_, n) => {
    const account = String(100_000_000_000 + n);
    return `arn:aws:iam::${account}:role/cloudwarden-integration-0a1b2c`;
  });
  for (const role of roles) cloud.roles.set(role, { trust });
  const counts = { calls: 0, throttled: 0 };
  cloud.trouble.before = () => {
    cloud.calls.length = 0;
    counts.calls += 1;
    if (counts.calls % 5 !== 0) return undefined;
    counts.throttled += 1;
    return new CloudError('ThrottlingException', 'Rate exceeded');
  };
  return { ...cloud, roles: { names: roles }, counts };
};
