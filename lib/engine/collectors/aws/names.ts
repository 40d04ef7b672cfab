import { at } from './row.ts';
import type { Column } from './table.ts';

/** The ARN of something of an account and region: `arnOf('ec2', 'vpc/', 'VpcId')`. */
export const arnOf =
  (service: string, kind: string, id: string): Column =>
  (item, { partition, region, account_id }) =>
    `arn:${partition}:${service}:${region}:${account_id}:${kind}${String(at(item, id))}`;
