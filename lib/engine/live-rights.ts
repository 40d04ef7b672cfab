import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped } from '#lib/domain/bots/node-facts.schema.ts';
import { rereadQueriesOf } from '#lib/domain/bots/live-reread.rules.ts';
import { steampipeQuerySettings } from '#lib/domain/bots/nodes/steampipe-query.schema.ts';
import { tablesNamed } from '#lib/domain/inventory/queries/tables-named.rules.ts';
import { permissionsOfTable } from './collectors/aws/permissions.ts';
import { awsTables } from './collectors/aws/tables.ts';

const names = Object.keys(awsTables);

/** The rights to read one table, in every region in which the account uses it. */
const rightsOfTable = (name: string): Omit<AwsRight, 'integration_id'>[] => {
  const table = awsTables[name];
  if (!table) return [];
  const where = table.scope === 'global' ? 'global' : 'any';
  return permissionsOfTable(table).map((permission) => ({ permission, where }));
};

const rightsOfNode = (node: GraphNode): AwsRight[] => {
  if (node.type !== 'steampipe_query' || isSkipped(node)) return [];
  const { data } = steampipeQuerySettings.safeParse(node.settings);
  if (data?.mode !== 'live' || data.integration_type !== 'aws') return [];
  const rights = tablesNamed(data.sql, names).flatMap(rightsOfTable);
  return data.integrations.flatMap(({ id }) =>
    id === undefined ? [] : rights.map((right) => ({ integration_id: id, ...right })),
  );
};

/**
 * The AWS calls with which nodes read accounts: live queries, and queries that are repeated live
 * before something is done to their results.
 */
export const liveRights = (nodes: readonly GraphNode[]): AwsRight[] =>
  [...nodes, ...rereadQueriesOf(nodes)].flatMap(rightsOfNode);
