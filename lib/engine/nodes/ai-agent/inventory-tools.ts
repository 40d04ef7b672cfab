import * as z from 'zod';
import type { InventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { type Tool, toolAnswer, toolError } from './tool.ts';

const columns = () => import('#lib/domain/inventory/table-columns.ts');

const describeArguments = z.object({ table: z.string().optional() });

/** The tool that lists the tables, or the columns of one table. */
const describeInventoryTool = (type: InventoryType): Tool => ({
  name: 'describe_inventory',
  description:
    'Lists the tables of the inventory or, if you name a table, its columns with their types.',
  input: {
    type: 'object',
    properties: { table: { type: 'string', description: 'The name of a table.' } },
    additionalProperties: false,
  },
  run: async (_call, args) => {
    const { table } = describeArguments.safeParse(args).data ?? {};
    const { tableColumns, tablesOf } = await columns();
    const tables = tablesOf(type);
    if (table === undefined) return toolAnswer(tables);
    const columnTypes = tables.includes(table) ? tableColumns(table) : undefined;
    return columnTypes
      ? toolAnswer(columnTypes)
      : toolError(`There is no table "${table.slice(0, 80)}".`);
  },
});

const maxRows = 100;

const queryArguments = inventoryQuery.pick({ sql: true }).extend({
  values: z.array(z.json()).max(50).default([]),
});

const queryInventoryTool = (type: InventoryType): Tool => ({
  name: 'query_inventory',
  description:
    'Runs one PostgreSQL SELECT statement on the tables of the inventory, which contain what the ' +
    `last scans found. Returns at most ${maxRows} rows.`,
  input: {
    type: 'object',
    properties: {
      sql: { type: 'string', description: 'The statement, with $1, $2 and so on for values.' },
      values: { type: 'array', items: {}, description: 'The values of $1, $2 and so on.' },
    },
    required: ['sql'],
    additionalProperties: false,
  },
  run: async ({ deps, tenant_id, bot_exc_id }, args) => {
    const { data, error } = queryArguments.safeParse(args);
    if (!data) return toolError(error.issues[0]?.message ?? 'The argument "sql" is missing.');
    const answer = await deps.queries.ask({
      ...data,
      integration_type: type,
      mode: 'last_scan',
      limit: maxRows,
      page: 1,
      tenant_id,
      ...(bot_exc_id !== undefined && { bot_exc_id }),
    });
    return 'error' in answer ? toolError(answer.error) : toolAnswer(answer);
  },
});

/** The tools with which an agent queries the inventory of one cloud. */
export const inventoryTools = (type: InventoryType | 'none'): Tool[] =>
  type === 'none' ? [] : [describeInventoryTool(type), queryInventoryTool(type)];
