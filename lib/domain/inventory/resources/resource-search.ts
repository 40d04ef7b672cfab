import type { SearchQuery } from '../search/query.schema.ts';
import { tableColumns } from '../table-columns.ts';
import { idColumns, idPatterns, isKubernetesTable, pluralOf } from './resource.rules.ts';

const matchInCluster = (table: string, id: string): SearchQuery['match'] => {
  const [name, plural, ...parents] = id.split('/').reverse();
  if (plural !== pluralOf(table) || name === undefined) return undefined;
  const columns = tableColumns(table) ?? {};
  const rules = [{ column: 'name', operator: 'is' as const, value: name }];
  // The remaining parts are the cluster, or the cluster and a namespace.
  if (parents.length === 2 && Object.hasOwn(columns, 'namespace') && parents[0] !== undefined) {
    rules.push({ column: 'namespace', operator: 'is', value: parents[0] });
  }
  return { all: rules };
};

/** Whether an AWS id is not of this table: findings may name accounts or other IAM resources. */
const belongsToOtherTable = (table: string, id: string): boolean => {
  if (!id.startsWith('arn:')) return false;
  const [, , service, , , kind = ''] = id.split(/[:/]/);
  const isOfIam = service === 'iam' && table.startsWith('aws_iam_');
  return service === '' || (isOfIam && table !== `aws_iam_${kind.replaceAll('-', '_')}`);
};

/**
 * An inventory search, in this table, for the resource with this id in findings; undefined if no
 * column contains the id.
 */
export const resourceQueryOf = (table: string, id: string): SearchQuery | undefined => {
  if (Object.hasOwn(idPatterns, table) || belongsToOtherTable(table, id)) return undefined;
  const column = idColumns.find((one) => Object.hasOwn(tableColumns(table) ?? {}, one));
  const byColumn = column && { all: [{ column, operator: 'is' as const, value: id }] };
  const match = isKubernetesTable(table) ? matchInCluster(table, id) : byColumn;
  return match && id.length <= 1000 ? { resource_type: table, match } : undefined;
};
