import { pathTo } from '#lib/pages.ts';
import { resourceTypeName } from '../inventory/resources/resource-name.rules.ts';
import { idColumns, nameColumns, resourceOf } from '../inventory/resources/resource.rules.ts';
import type { Row } from '../inventory/snapshots/snapshot.schema.ts';
import { foldText, type SearchableText } from './match.rules.ts';
import type { Hit } from './search.schema.ts';

/** What is cached of a resource in order to find it and link to it. */
export type ResourceName = SearchableText & {
  id: string;
  title: string;
  region: string;
  /** The column that identifies it, with its value. */
  identifier?: { column: string; value: string };
};

const columns = [...idColumns, ...nameColumns];

const identifyingColumn = (row: Row): ResourceName['identifier'] => {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value !== '') return { column, value };
  }
  return undefined;
};

/** The name of a resource in a row of a table. */
export const resourceNameOf = (table: string, row: Row, integrationId: string): ResourceName => {
  const { _id: id, name: title, region } = resourceOf(table, row, integrationId);
  const identifier = identifyingColumn(row);
  const searchable = { name: foldText(title), also: foldText(id) };
  return { ...searchable, id, title, region, ...(identifier && { identifier }) };
};

/** Approximately how many characters of memory the names take. */
export const sizeOfNames = (names: readonly ResourceName[]): number =>
  names.reduce((sum, { id, title, identifier }) => {
    const value = identifier?.value.length ?? 0;
    return sum + 2 * (id.length + title.length) + value + 100;
  }, 0);

type ResourceLocation = { table: string; integration: { _id: string; alias: string } };

/** A resource as a result; it opens as a search of the inventory. */
export const resourceHit = (
  { id, title, region, identifier }: ResourceName,
  { table, integration }: ResourceLocation,
): Hit => {
  const query = {
    resource_type: table,
    integration_ids: [integration._id],
    ...(identifier && { match: { all: [{ ...identifier, operator: 'is' }] } }),
  };
  return {
    id,
    title,
    subtitle: `${resourceTypeName(table)} · ${region} · ${integration.alias}`,
    link: pathTo('inventory', {}, { searchMQ: JSON.stringify(query) }),
  };
};
