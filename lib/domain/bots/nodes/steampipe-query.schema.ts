import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { inventoryType } from '../../inventory/inventoried-clouds.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

export const steampipeQuerySettings = z.strictObject({
  integration_type: inventoryType.default('aws').meta({
    title: 'Integration type',
    description: 'Whose tables the query reads.',
    labels: { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', kubernetes: 'Kubernetes' },
  }),
  integrations: z.array(integrationSetting).max(100).default([]).meta({
    title: 'Integrations',
    description: 'Those whose last scan is queried; all of the type unless some are chosen.',
    control: 'integrations',
  }),
  sql: z
    .string()
    .max(limits.sqlLength)
    // Neither an event nor a node's result ever becomes SQL.
    .refine((sql) => !sql.includes('{%'), 'SQL holds no expressions: read values as $1, $2.')
    .default('')
    .meta({
      title: 'SQL',
      description:
        'One SELECT over the tables of the last scans, as Steampipe names them. Rows with an id ' +
        'can be approved as resources.',
      placeholder: 'select arn as id, name, region from aws_s3_bucket where region = $1',
      control: 'sql',
      needed: true,
    }),
  values: z.array(template()).max(50).default([]).meta({
    title: 'Values',
    description: 'What $1, $2 and so on in the SQL stand for, in this order; also expressions.',
    control: 'texts',
  }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1000)
    .meta({ title: 'Rows at most', description: 'The output says whether there were more.' }),
});
