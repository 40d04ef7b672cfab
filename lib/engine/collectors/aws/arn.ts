import { valueAt } from './row.ts';
import type { Column } from './table.ts';

/** The column with the ARN of a regional resource: `arnOf('ec2', 'vpc/', 'VpcId')`. */
export const arnOf =
  (service: string, kind: string, id: string): Column =>
  (item, { partition, region, account_id }) =>
    `arn:${partition}:${service}:${region}:${account_id}:${kind}${String(valueAt(item, id))}`;
