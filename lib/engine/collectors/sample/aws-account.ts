import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

/** Makes rows of an account of AWS whose resources lie in one region. */
export const awsAccount = (account_id: string, region: string) => {
  const account = { partition: 'aws', account_id };
  const arn = (service: string, path: string, at = region): string =>
    `arn:aws:${service}:${at}:${account_id}:${path}`;
  const nameOf = (path: string): string => path.split(/[/:]/).at(-1) ?? path;
  return {
    account_id,
    region,
    arn,
    /** What lies in the region and has no ARN. */
    here: (more: Row) => ({ ...account, region, ...more }),
    /** What is of the account as a whole. */
    global: (more: Row) => ({ ...account, region: 'global', ...more }),
    /** A resource of the region; its title is the last part of its ARN. */
    resource: (service: string, path: string, more: Row = {}) => ({
      ...account,
      region,
      arn: arn(service, path),
      title: nameOf(path),
      ...more,
    }),
    /** A user, role or policy of IAM. */
    iam: (path: string, more: Row) => ({
      ...account,
      region: 'global',
      arn: arn('iam', path, ''),
      title: nameOf(path),
      name: nameOf(path),
      path: '/',
      ...more,
    }),
  };
};

export type AwsAccount = ReturnType<typeof awsAccount>;

/** The two sample accounts, by numbers that AWS gives to nobody. */
export const production = awsAccount('111111111111', 'eu-west-1');
export const sandbox = awsAccount('222222222222', 'us-east-1');
