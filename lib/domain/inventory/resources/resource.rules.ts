import type { Row } from '../snapshots/snapshot.schema.ts';
import { integrationTypeOf } from './resource-name.rules.ts';
import type { Resource } from './resource.schema.ts';

const textIn = (row: Row, columns: readonly string[]): string | undefined => {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
};

/** Columns that name a resource for all of its cloud, the most telling first. */
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

const ownArn = (row: Row, rest: string): string => `arn:${textIn(row, ['partition'])}:${rest}`;

const word = (row: Row, column: string): string => textIn(row, [column]) ?? '';

/** Tables without such a column, or whose column is no name for all of the cloud. */
const ownId: Readonly<Record<string, (row: Row) => string>> = {
  aws_iam_access_key: (row) =>
    ownArn(
      row,
      `iam::${word(row, 'account_id')}:user/${word(row, 'user_name')}` +
        `/accesskey/${word(row, 'access_key_id')}`,
    ),
  aws_iam_account_summary: (row) => ownArn(row, `::${word(row, 'account_id')}`),
  aws_s3_account_settings: (row) => ownArn(row, `s3:::${word(row, 'account_id')}`),
  aws_region: (row) => ownArn(row, `:${word(row, 'name')}:${word(row, 'account_id')}`),
  aws_ec2_regional_settings: (row) =>
    ownArn(row, `:${word(row, 'region')}:${word(row, 'account_id')}`),
  azuread_authorization_policy: (row) => `${word(row, 'tenant_id')}/${word(row, 'id')}`,
  gcp_iam_policy: (row) =>
    `//cloudresourcemanager.googleapis.com/projects/${word(row, 'project')}`,
  gcp_apikeys_key: (row) => `//apikeys.googleapis.com/${word(row, 'name')}`,
  gcp_service_account_key: (row) =>
    `//iam.googleapis.com/projects/${word(row, 'project')}` +
    `/serviceAccounts/${word(row, 'service_account_name')}/keys/${word(row, 'name')}`,
};

/** The plural of a kind as addresses of the Kubernetes API have it, such as networkpolicies. */
export const pluralOf = (table: string): string => {
  const kind = table.replace('kubernetes_', '').replaceAll('_', '');
  if (kind.endsWith('s')) return `${kind}es`;
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
};

const alias = (row: Row): string | undefined =>
  Array.isArray(row.akas) && typeof row.akas[0] === 'string' ? row.akas[0] : undefined;

/** What a resource is called in findings: rules answer the same text as `resource`. */
const idOf = (table: string, row: Row): string => {
  const own = Object.hasOwn(ownId, table) ? ownId[table] : undefined;
  if (own) return own(row);
  if (table.startsWith('kubernetes_')) {
    const place = [textIn(row, ['context_name']), textIn(row, ['namespace'])];
    return [...place, pluralOf(table), textIn(row, ['name'])]
      .filter((part) => part !== undefined)
      .join('/');
  }
  return textIn(row, idColumns) ?? alias(row) ?? textIn(row, nameColumns) ?? '-';
};

/** Columns that Steampipe adds about itself. */
const aboutSteampipe = new Set(['_ctx', 'sp_ctx', 'sp_connection_name', 'akas']);

/** Whether people want to see a column: not those that tell of Steampipe. */
export const isShown = (column: string): boolean => !aboutSteampipe.has(column);

/** A row of a table as a resource; the table's own columns stay beside what all have in common. */
export const resourceOf = (table: string, row: Row, integration_id: string): Resource => {
  const integration_type = integrationTypeOf(table);
  if (!integration_type) throw new Error(`The table ${table} belongs to no type of integrations.`);
  const _id = idOf(table, row);
  const created_at = textIn(row, creationColumns);
  const isCluster = integration_type === 'kubernetes';
  return {
    ...Object.fromEntries(Object.entries(row).filter(([column]) => isShown(column))),
    _id,
    name: textIn(row, nameColumns) ?? _id,
    region: textIn(row, regionColumns) ?? (isCluster ? 'cluster' : 'global'),
    account_id: textIn(row, accountColumns) ?? '-',
    integration_type,
    ...(created_at !== undefined && { created_at }),
    integration_id,
  };
};
