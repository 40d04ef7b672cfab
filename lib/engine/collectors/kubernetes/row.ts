import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { type TableColumns, tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { clusterTables } from './tables.ts';

type Item = Readonly<Record<string, unknown>>;

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => Object(found)[name] as unknown, value);

const camelCase = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Columns with a prefix that names their section, where Kubernetes has two of the same name. */
const prefixed = /^(spec|status)_(.+)$/;

/** The sections that are searched for a column by default; the first with that name counts. */
const searchedSections = ['metadata', 'spec', 'status'];

const readColumn = (object: Item, column: string): unknown => {
  const [, prefix, name] = prefixed.exec(column) ?? [];
  if (prefix !== undefined) return valueAt(object, `${prefix}.${camelCase(name ?? '')}`);
  for (const section of searchedSections) {
    const value = valueAt(object, `${section}.${camelCase(column)}`);
    if (value !== undefined) return value;
  }
  return object[camelCase(column)];
};

type Requirement = { key: string; operator: string; values?: string[] };

const requirementText = ({ key, operator, values = [] }: Requirement): string => {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`;
};

/** A label selector in the form that kubectl accepts. */
const selectorText = (selector: Item): string => {
  const { matchLabels, matchExpressions } = selector;
  const isPlain = matchLabels === undefined && matchExpressions === undefined;
  const labels = Object.entries(isPlain ? selector : (matchLabels ?? {}));
  const equal = labels.map(([key, value]) => `${key}=${String(value)}`);
  const expressions = ((matchExpressions ?? []) as Requirement[]).map(requirementText);
  return [...equal, ...expressions].join(',');
};

/** The columns that Steampipe adds to every object. */
const addedColumns = (object: Item, columnTypes: TableColumns, context_name: string): Row => {
  const name = valueAt(object, 'metadata.name');
  const selector = valueAt(object, 'spec.selector');
  return {
    context_name,
    title: name,
    tags: valueAt(object, 'metadata.labels'),
    source_type: 'deployed',
    ...(columnTypes.selector_query && selector
      ? { selector_query: selectorText(selector as Item) }
      : {}),
  };
};

/** An object of the cluster as a row of its table, without empty columns. */
export const rowOf = (table: string, object: Item, contextName: string): Row => {
  const columnTypes = tableColumns(table) ?? {};
  const { columns = {} } = clusterTables[table] ?? {};
  const extraColumns = addedColumns(object, columnTypes, contextName);
  const row: Record<string, unknown> = {};
  for (const column of Object.keys(columnTypes)) {
    const path = columns[column];
    const value =
      extraColumns[column] ?? (path ? valueAt(object, path) : readColumn(object, column));
    if (value !== undefined && value !== null && value !== '') row[column] = value;
  }
  return row;
};
