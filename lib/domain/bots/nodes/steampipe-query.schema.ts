import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { inventoryType } from '../../inventory/inventoried-clouds.schema.ts';
import {
  maxLiveIntegrations,
  maxPageNumber,
  queryModes,
} from '../../inventory/queries/inventory-query.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

export const steampipeQuerySettings = z.strictObject({
  integration_type: inventoryType.default('aws').meta({
    title: 'Integration type',
    description: 'The type of account whose tables the query reads.',
    labels: { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', kubernetes: 'Kubernetes' },
  }),
  mode: z
    .enum(queryModes)
    .default('last_scan')
    .meta({
      title: 'Reads',
      description:
        'Last scan: instant, but may be outdated. Live: reads the tables named in the SQL each ' +
        'time, which takes seconds to a minute and makes calls to the cloud.',
      labels: { last_scan: 'The last scan', live: 'Live' },
    }),
  integrations: z
    .array(integrationSetting)
    .max(100)
    .default([])
    .meta({
      title: 'Integrations',
      description:
        'The integrations to query. If empty, the last scans of all integrations of the type; a ' +
        `live query must name them, up to ${maxLiveIntegrations}.`,
      control: 'integrations',
    }),
  sql: z
    .string()
    .max(limits.sqlLength)
    // No expressions, so that neither an event nor a node's result can become SQL.
    .refine((sql) => !sql.includes('{%'), 'SQL must not contain expressions. Use $1, $2.')
    .default('')
    .meta({
      title: 'SQL',
      description:
        'One SELECT over the tables of the inventory, as Steampipe names them. Rows with an id ' +
        'can be approved as resources.',
      placeholder: 'select arn as id, name, region from aws_s3_bucket where region = $1',
      control: 'sql',
      needed: true,
    }),
  values: z.array(template()).max(50).default([]).meta({
    title: 'Values',
    description: 'The values of $1, $2 and so on in the SQL, in this order. May be expressions.',
    control: 'texts',
  }),
  limit: z.number().int().min(1).max(10_000).default(1000).meta({
    title: 'Maximum rows',
    description: 'The size of a page. If there are more rows, the output names the next page.',
  }),
  page: z
    .union([z.number().int().min(1).max(maxPageNumber), template().min(1)], 'Enter a whole number.')
    .default(1)
    .meta({
      title: 'Page',
      description:
        'Which page of the rows: a whole number from 1, or an expression that yields one. Order ' +
        'the rows by a unique column, so that none is on two pages.',
      placeholder: '{% $loop.iteration %}',
      control: 'expression',
    }),
});
