import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { readLines } from '../snapshots/rows.service.ts';
import type { Row, SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import type { InventoryType } from '../inventoried-clouds.schema.ts';
import { contentsOf, sourcesOf } from '../search/sources.service.ts';
import { inventoryTypeOf, resourceTypeName } from './resource-name.rules.ts';
import { isShownColumn } from './resource.rules.ts';
import type { ResourceColumn, ResourceType } from './resource.schema.ts';

/** Loaded on demand: the columns of all tables take 100 KB, and few calls need them. */
const loadTableColumns = () => import('../table-columns.ts');

/** The resource types of a type of integrations, by name, with the number of resources found. */
export const readResourceTypes = async (
  db: Database,
  tenantId: string,
  type: InventoryType,
): Promise<ResourceType[]> => {
  const found = new Map<string, number>();
  const count = ({ tables }: SnapshotContents) => {
    for (const [table, { rows }] of Object.entries(tables)) {
      found.set(table, (found.get(table) ?? 0) + rows);
    }
  };
  const existingIds = new Set<string>();
  for await (const { _id } of integrationStore(db, tenantId).all()) existingIds.add(_id);
  for await (const { _id, integration_type, latest } of snapshotStore(db, tenantId).all()) {
    if (integration_type === type && latest && existingIds.has(_id)) count(latest);
  }
  const scannedTables = [...found.keys()].filter((table) => inventoryTypeOf(table) === type);
  const tables = [...new Set([...(await loadTableColumns()).tablesOf(type), ...scannedTables])];
  return tables
    .map((resource_type): ResourceType => {
      const resources = found.get(resource_type);
      const name = resourceTypeName(resource_type);
      return { resource_type, name, ...(resources !== undefined && { resources }) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

const typeOfValue = (value: unknown): string => {
  if (typeof value === 'number') return 'double precision';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'jsonb' : 'text';
};

/** How many rows are examined to find the columns of a table that is not known. */
const maxSampledRows = 200;

const columnsIn = (rows: readonly Row[]): ResourceColumn[] => {
  const types = new Map<string, string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (value !== null && value !== undefined) types.set(name, typeOfValue(value));
    }
  }
  return [...types].map(([name, type]) => ({ name, type }));
};

/**
 * The columns of a resource type that people see, as Steampipe lists them. For an unknown table,
 * the columns of its first resources; undefined if no scan has read it.
 */
export const columnsOf = async (
  { db, files }: { db: Database; files: Pick<Files, 'get'> },
  tenantId: string,
  resource_type: string,
): Promise<ResourceColumn[] | undefined> => {
  const columns = (await loadTableColumns()).tableColumns(resource_type);
  if (columns) {
    return Object.entries(columns)
      .filter(([name]) => isShownColumn(name))
      .map(([name, type]) => ({ name, type }));
  }
  for await (const source of sourcesOf(db, tenantId, { resource_type })) {
    const contents = contentsOf(source, resource_type);
    if (!contents || contents.rows === 0) continue;
    const integration_id = source.integration._id;
    const at = { ...contents, tenant_id: tenantId, integration_id, table: resource_type };
    const lines = (await readLines(files, at, 0)) ?? [];
    const rows = lines.slice(0, maxSampledRows).map((line): Row => JSON.parse(line));
    return columnsIn(rows).filter(({ name }) => isShownColumn(name));
  }
  return undefined;
};
