import type { Row } from '../snapshots/snapshot.schema.ts';
import { inventoryTypeOf } from './resource-name.rules.ts';
import type { Resource } from './resource.schema.ts';

const textIn = (row: Row, columns: readonly string[]): string | undefined => {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
};

/** Columns that identify a resource within its whole cloud, the most specific first. */
export const idColumns = [
  'arn',
  'certificate_arn',
  'subscription_arn',
  'topic_arn',
  'hub_arn',
  'resource_arn',
  'user_arn',
  'self_link',
  'id',
];

export const nameColumns = ['name', 'display_name', 'title', 'user_name'];
export const accountColumns = [
  'account_id',
  'subscription_id',
  'tenant_id',
  'project',
  'context_name',
];
export const regionColumns = ['region', 'location', 'namespace'];

const creationColumns = [
  'created_at',
  'create_time',
  'create_date',
  'creation_date',
  'creation_time',
  'created_date',
  'created_time',
  'creation_date_time',
  'created_date_time',
  'creation_timestamp',
  'created',
  'created_on',
  'time_created',
  'launch_time',
  'cluster_create_time',
  'replication_group_create_time',
  'user_creation_time',
];

const textOrEmpty = (row: Row, column: string): string => textIn(row, [column]) ?? '';

/** Id patterns of tables without such a column, or whose column is not unique in the cloud. */
export const idPatterns: Readonly<Record<string, string>> = {
  aws_iam_access_key:
    'arn:{partition}:iam::{account_id}:user/{user_name}/accesskey/{access_key_id}',
  aws_iam_account_summary: 'arn:{partition}:::{account_id}',
  aws_s3_account_settings: 'arn:{partition}:s3:::{account_id}',
  aws_region: 'arn:{partition}::{name}:{account_id}',
  aws_ec2_regional_settings: 'arn:{partition}::{region}:{account_id}',
  azuread_authorization_policy: '{tenant_id}/{id}',
  gcp_iam_policy: '//cloudresourcemanager.googleapis.com/projects/{project}',
  gcp_apikeys_key: '//apikeys.googleapis.com/{name}',
  gcp_service_account_key:
    '//iam.googleapis.com/projects/{project}/serviceAccounts/{service_account_name}/keys/{name}',
};

const fillPattern = (pattern: string, row: Row): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, column: string) => textOrEmpty(row, column));

/** The plural of a kind as used in URLs of the Kubernetes API, such as networkpolicies. */
export const pluralOf = (table: string): string => {
  const kind = table.replace('kubernetes_', '').replaceAll('_', '');
  if (kind.endsWith('s')) return `${kind}es`;
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
};

const firstAka = (row: Row): string | undefined =>
  Array.isArray(row.akas) && typeof row.akas[0] === 'string' ? row.akas[0] : undefined;

/** Whether its resources are Kubernetes objects. */
export const isKubernetesTable = (table: string): boolean => table.startsWith('kubernetes_');

/** The id of a resource in findings: compliance rules return the same text as `resource`. */
const idOf = (table: string, row: Row): string => {
  const pattern = Object.hasOwn(idPatterns, table) ? idPatterns[table] : undefined;
  if (pattern !== undefined) return fillPattern(pattern, row);
  if (isKubernetesTable(table)) {
    const scope = [textIn(row, ['context_name']), textIn(row, ['namespace'])];
    return [...scope, pluralOf(table), textIn(row, ['name'])]
      .filter((part) => part !== undefined)
      .join('/');
  }
  return textIn(row, idColumns) ?? firstAka(row) ?? textIn(row, nameColumns) ?? '-';
};

/** Columns about Steampipe itself. */
const steampipeColumns = new Set(['_ctx', 'sp_ctx', 'sp_connection_name', 'akas']);

/** Whether a column is shown to people, which excludes those about Steampipe. */
export const isShownColumn = (column: string): boolean => !steampipeColumns.has(column);

/** A row as a resource: common fields and the table's columns. Throws for an unknown table. */
export const resourceOf = (table: string, row: Row, integration_id: string): Resource => {
  const integration_type = inventoryTypeOf(table);
  if (!integration_type) throw new Error(`The table ${table} belongs to no type of integrations.`);
  const _id = idOf(table, row);
  const created_at = textIn(row, creationColumns);
  return {
    ...Object.fromEntries(Object.entries(row).filter(([column]) => isShownColumn(column))),
    _id,
    name: textIn(row, nameColumns) ?? _id,
    region: textIn(row, regionColumns) ?? (isKubernetesTable(table) ? 'cluster' : 'global'),
    account_id: textIn(row, accountColumns) ?? '-',
    integration_type,
    ...(created_at !== undefined && { created_at }),
    integration_id,
  };
};
