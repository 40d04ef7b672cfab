import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { type ColumnType, tableColumns } from '#lib/domain/inventory/table-columns.ts';
import type { AwsTable, Column, Item, ReadLocation } from './table.ts';

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `State.Name` or `Filters.0`; undefined where there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  (path === '' ? [] : path.split('.')).reduce<unknown>(
    (found, name) => Object(found)[name] as unknown,
    value,
  );

/** All values at a path, through the lists on its way. */
export const valuesAt = (value: unknown, path: string): readonly unknown[] => {
  const [name = '', ...rest] = path.split('.');
  if (name === '') return [value];
  const found = Object(value)[name] as unknown;
  const values = Array.isArray(found) ? (found as unknown[]) : [found];
  return values.filter((one) => one !== undefined).flatMap((one) => valuesAt(one, rest.join('.')));
};

/** The value with capitalised member names, as in the documents of AWS. */
export const withCapitalisedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withCapitalisedKeys);
  if (!isItem(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    /^[a-z][A-Za-z\d]*$/.test(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
    withCapitalisedKeys(one),
  ]);
  return Object.fromEntries(entries);
};

/** A parsed JSON document, which IAM percent-encodes; text that is not JSON stays a text. */
export const documentOf = (text: string): unknown => {
  try {
    return JSON.parse(text.startsWith('%7B') ? decodeURIComponent(text) : text);
  } catch {
    return text;
  }
};

/** The tags of a resource by key, whichever way its service lists them. */
const tagsOf = (source: unknown): Row | undefined => {
  if (isItem(source)) return source;
  if (!Array.isArray(source)) return undefined;
  const pairs = source.filter(isItem).map((one) => {
    const { Key, Value, TagKey, TagValue } = one;
    return [String(Key ?? TagKey), Value ?? TagValue ?? ''] as const;
  });
  return Object.fromEntries(pairs);
};

/** A value in the form that its column needs. */
const toColumnType = (value: unknown, type: ColumnType, isLower: boolean): unknown => {
  if (type === 'jsonb') {
    if (typeof value === 'string') return documentOf(value);
    return isLower ? withCapitalisedKeys(value) : value;
  }
  if (type === 'boolean' && typeof value === 'number') return value !== 0;
  // Redshift reports with a word whether a cluster has several zones.
  if (type === 'boolean' && typeof value === 'string') return /^(enabled|true)$/i.test(value);
  // CloudWatch Logs returns times in milliseconds; clients return those of other services as dates.
  if (type === 'timestamptz' && typeof value === 'number') return new Date(value).toISOString();
  return value;
};

const plainName = (name: string): string => name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();

const readColumn = (column: Column, item: Item, readLocation: ReadLocation): unknown =>
  typeof column === 'string' ? valueAt(item, column) : column(item, readLocation);

const placeColumns = new Set(['account_id', 'partition', 'region']);

/** A resource as a row of its table, without empty columns. */
export const rowOf = (
  name: string,
  table: AwsTable,
  item: Item,
  listLocation: ReadLocation,
): Row => {
  const { columns = {}, regionOf, list } = table;
  const readLocation = {
    ...listLocation,
    region: regionOf?.(item, listLocation) ?? listLocation.region,
  };
  const members = new Map(Object.entries(item).map(([key, one]) => [plainName(key), one]));
  const row: Record<string, unknown> = {};
  for (const [column, type] of Object.entries(tableColumns(name) ?? {})) {
    if (/^(_|sp_)/.test(column) || ['akas', 'title', 'tags', 'tags_src'].includes(column)) continue;
    const definition = columns[column];
    const value = definition
      ? readColumn(definition, item, readLocation)
      : placeColumns.has(column)
        ? readLocation[column as keyof ReadLocation]
        : members.get(plainName(column));
    if (value === undefined || value === null) continue;
    row[column] = toColumnType(value, type, list.service.isLower ?? false);
  }
  const source = columns.tags ? readColumn(columns.tags, item, readLocation) : members.get('tags');
  const tags = tagsOf(source);
  const columnTypes = tableColumns(name) ?? {};
  if (columnTypes.tags && tags) row.tags = tags;
  if (columnTypes.tags_src && Array.isArray(source)) row.tags_src = source;
  if (columnTypes.akas && row.arn !== undefined) row.akas = [row.arn];
  const title = columns.title
    ? readColumn(columns.title, item, readLocation)
    : (tags?.Name ?? row.name);
  const last = typeof row.arn === 'string' ? row.arn.split(/[/:]/).at(-1) : undefined;
  if (columnTypes.title && (title ?? last) !== undefined) row.title = title ?? last;
  return row;
};
