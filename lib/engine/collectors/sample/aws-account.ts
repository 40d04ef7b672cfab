import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

/** Builds rows of an AWS account whose resources are in one region. */
export const awsAccount = (account_id: string, region: string) => {
  const account = { partition: 'aws', account_id };
  const arn = (service: string, path: string, at = region): string =>
    `arn:aws:${service}:${at}:${account_id}:${path}`;
  const nameOf = (path: string): string => path.split(/[/:]/).at(-1) ?? path;
  return {
    account_id,
    region,
    arn,
    /** A row of the region, without an ARN. */
    regional: (columns: Row) => ({ ...account, region, ...columns }),
    /** A row about the account as a whole. */
    global: (columns: Row) => ({ ...account, region: 'global', ...columns }),
    /** A resource of the region; its title is the last part of its ARN. */
    resource: (service: string, path: string, columns: Row = {}) => ({
      ...account,
      region,
      arn: arn(service, path),
      title: nameOf(path),
      ...columns,
    }),
    /** A user, role or policy of IAM. */
    iam: (path: string, columns: Row) => ({
      ...account,
      region: 'global',
      arn: arn('iam', path, ''),
      title: nameOf(path),
      name: nameOf(path),
      path: '/',
      ...columns,
    }),
  };
};

export type AwsAccount = ReturnType<typeof awsAccount>;

/** The two sample accounts, with account numbers that AWS does not assign. */
export const production = awsAccount('111111111111', 'eu-west-1');
export const sandbox = awsAccount('222222222222', 'us-east-1');
