import {
  type ColumnType,
  inventoryTables,
  readableColumns,
  tableColumns,
} from './domain/inventory/table-columns.ts';

/** The Athena type of each column type; JSON, times and addresses are read as strings. */
const athenaTypes: Record<ColumnType, string> = {
  text: 'string',
  jsonb: 'string',
  boolean: 'boolean',
  bigint: 'bigint',
  'double precision': 'double',
  timestamptz: 'string',
  inet: 'string',
  cidr: 'string',
};

/** The location of a table's rows in the bucket of files. */
const rowsLocationOf = (table: string): string =>
  `s3://FILES_BUCKET/\${tenant}/inventory/\${integration}/${table}/\${day}/`;

const tableDefinition = (table: string): string => {
  const columns = tableColumns(table) ?? {};
  const lines = readableColumns(table).map(
    (name) => `  \`${name}\` ${athenaTypes[columns[name] ?? 'text']}`,
  );
  return `create external table if not exists \`${table}\` (
${lines.join(',\n')}
)
partitioned by (\`tenant\` string, \`integration\` string, \`day\` string)
row format serde 'org.openx.data.jsonserde.JsonSerDe'
location 's3://FILES_BUCKET/'
tblproperties (
  'projection.enabled' = 'true',
  'projection.tenant.type' = 'injected',
  'projection.integration.type' = 'injected',
  'projection.day.type' = 'date',
  'projection.day.format' = 'yyyy-MM-dd',
  'projection.day.range' = '2026-01-01,NOW',
  'storage.location.template' = '${rowsLocationOf(table)}'
);`;
};

/** Generates `docs/athena.sql`: one CREATE TABLE statement for each table of the inventory. */
export const athenaReference = (): string =>
  [
    `-- Written by \`npm run docs\`. Put the name of your bucket of files in place of FILES_BUCKET,
-- and run one statement at a time (docs/operations.md, "Scans in Athena").`,
    ...inventoryTables.map(tableDefinition),
    '',
  ].join('\n\n');
