import aws from './tables/aws.json' with { type: 'json' };
import azure from './tables/azure.json' with { type: 'json' };
import gcp from './tables/gcp.json' with { type: 'json' };
import kubernetes from './tables/kubernetes.json' with { type: 'json' };

/** Types of columns, by their names in Postgres. */
export const columnTypes = [
  'text',
  'jsonb',
  'boolean',
  'bigint',
  'double precision',
  'timestamptz',
  'inet',
  'cidr',
] as const;
export type ColumnType = (typeof columnTypes)[number];

/** The columns of one table, by name. */
export type TableColumns = Readonly<Record<string, ColumnType>>;

type Tables = Readonly<Record<string, TableColumns>>;

/**
 * Columns of the tables of Steampipe's plugins, by type of integration (Entra ID belongs to Azure).
 * jsonb values keep the names of the cloud's own API.
 */
const tablesByType = { aws, azure, gcp, kubernetes } as Readonly<Record<string, Tables>>;

const tables: Tables = Object.assign({}, ...Object.values(tablesByType));

/** Names of all tables. */
export const inventoryTables: readonly string[] = Object.keys(tables);

/** The columns of a table such as `aws_s3_bucket`; undefined if the table is not known. */
export const tableColumns = (table: string): TableColumns | undefined =>
  Object.hasOwn(tables, table) ? tables[table] : undefined;

/** Columns with secrets of the accounts, which scans do not read. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  azure_application_insight: ['connection_string', 'instrumentation_key'],
  azure_redis_cache: ['access_keys'],
  azure_sql_server: ['administrator_login_password'],
  azure_storage_account: ['access_keys'],
  azuread_user: ['password_profile'],
  gcp_kubernetes_cluster: ['master_auth'],
  // An annotation contains the whole object as kubectl last applied it.
  kubernetes_secret: ['annotations', 'data', 'string_data'],
};

/** The columns that scans request from a plugin, without its own ones, such as `_ctx`. */
export const readableColumns = (table: string): readonly string[] =>
  Object.keys(tableColumns(table) ?? {}).filter(
    (name) => !/^(_|sp_)/.test(name) && !secretColumns[table]?.includes(name),
  );

/** The names of the tables for a type of integrations, in alphabetical order. */
export const tablesOf = (integrationType: string): readonly string[] =>
  Object.hasOwn(tablesByType, integrationType)
    ? Object.keys(tablesByType[integrationType] ?? {})
    : [];

/** The statement that creates a table in Postgres; throws if the table is not known. */
export const tableDefinition = (table: string): string => {
  const columns = tableColumns(table);
  if (!columns) throw new Error(`No columns are known of the table ${table}.`);
  const lines = Object.entries(columns).map(([name, type]) => `  "${name}" ${type}`);
  return `create table "${table}" (\n${lines.join(',\n')}\n)`;
};
