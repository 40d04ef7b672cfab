import { responseBytes } from '#lib/kernel/response-size.ts';
import { csvLine } from '#lib/kernel/csv.ts';
import { openCursor, sealCursor } from '#lib/kernel/cursor.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { inventoryRoutes } from '../inventory.routes.ts';
import { columnsOf, readResourceTypes } from '../resources/tables.service.ts';
import type { Resource, ResourceColumn, ResourceSource } from '../resources/resource.schema.ts';
import { noSuchResourceType, requireQueryColumns } from './check-query.service.ts';
import { findMatches, type MatchDeps, type RowPosition } from './matches.service.ts';
import { createLineReader } from './predicate.rules.ts';
import type { SearchQuery } from './query.schema.ts';
import { sourcesOf, sourceView } from './sources.service.ts';

export type SearchDeps = MatchDeps & { clock: Clock };

type InventoryService = Service<typeof inventoryRoutes>;
type SearchCalls =
  'listResourceTypes' | 'listResourceColumns' | 'searchResources' | 'exportResources';

/** The most files of rows that one call reads; the caller continues from there. */
const maxChunksPerCall = 40;

/** The most resources in one part of an exported file, and the largest size of a part in bytes. */
const maxResourcesPerPart = 5000;
const maxBytesPerPart = 4 * 1024 * 1024;

/** The columns that all resources have, which come before those of their type. */
const commonColumns = [
  '_id',
  'name',
  'region',
  'account_id',
  'integration_type',
  'created_at',
] as const;

/** The scope of a cursor: it is valid only for this tenant and query. */
const scopeOf = (tenantId: string, query: SearchQuery): string => {
  const { resource_type, match, integration_ids } = query;
  return JSON.stringify(['inventory resources', tenantId, resource_type, match, integration_ids]);
};

const toRowPosition = ({
  integration_id,
  scan_id,
  chunk,
  row,
}: Record<string, unknown>): RowPosition => ({
  integration_id: String(integration_id),
  scan_id: String(scan_id),
  chunk: Number(chunk),
  row: Number(row),
});

/** A validated query: its columns, its matching resources from a place on, and its cursors. */
const openQuery = async (deps: SearchDeps, tenantId: string, query: SearchQuery, next?: string) => {
  const columns = await requireQueryColumns(deps, tenantId, query);
  const scope = scopeOf(tenantId, query);
  const key = await deps.db.cursorKey();
  const read = createLineReader(query.match, columns, deps.clock());
  const from = next === undefined ? undefined : toRowPosition(openCursor(key, scope, next));
  return {
    columns,
    steps: findMatches(deps, { tenantId, query, read }, from),
    nextAt: (position: RowPosition) => ({ next: sealCursor(key, scope, position) }),
  };
};

const tooFar = () =>
  badRequest('That page is too far from the first. Narrow the search, or follow its pages.', {
    field: 'page_number',
  });

type Paging = { number_of_items: number; page_number?: number | undefined };

/** The resources of one page, and the place where the next page begins, if there may be one. */
const readMatches = async (
  { steps }: Pick<Awaited<ReturnType<typeof openQuery>>, 'steps'>,
  { number_of_items: size, page_number = 1 }: Paging,
): Promise<{ items: Resource[]; examined: number; after?: RowPosition }> => {
  const offset = size * (page_number - 1);
  if (offset > limits.walked) throw tooFar();
  const items: Resource[] = [];
  let [skipped, chunks, examined] = [0, 0, 0];
  for await (const { resource, after, ...step } of steps) {
    examined += step.examined;
    if (!resource) {
      chunks += 1;
      if (chunks < maxChunksPerCall) continue;
      if (skipped < offset) throw tooFar();
      return { items, examined, after };
    }
    if (skipped < offset) skipped += 1;
    else items.push(resource);
    if (items.length === size) return { items, examined, after };
  }
  return { items, examined };
};

const sourceViews = async (
  { db, clock }: SearchDeps,
  tenantId: string,
  query: SearchQuery,
): Promise<ResourceSource[]> => {
  const now = clock();
  const views: ResourceSource[] = [];
  for await (const source of sourcesOf(db, tenantId, query)) {
    views.push(sourceView(source, query.resource_type, now));
  }
  return views;
};

const cellsOf = (one: Resource, columns: readonly ResourceColumn[]): unknown[] => [
  ...commonColumns.map((name) => one[name]),
  ...columns.map(({ name }) => one[name]),
];

const readExportPart = async (
  deps: SearchDeps,
  { tenant_id }: Caller,
  { next, ...query }: SearchQuery & { next?: string | undefined },
) => {
  const { columns, steps, nextAt } = await openQuery(deps, tenant_id, query, next);
  const otherColumns = columns.filter(({ name }) => !commonColumns.some((one) => one === name));
  const lines = next ? [] : [csvLine([...commonColumns, ...otherColumns.map(({ name }) => name)])];
  let [resources, bytes, chunks] = [0, 0, 0];
  for await (const { resource, after } of steps) {
    if (resource) {
      const line = csvLine(cellsOf(resource, otherColumns));
      lines.push(line);
      resources += 1;
      bytes += responseBytes(line);
    } else chunks += 1;
    if (
      resources === maxResourcesPerPart ||
      bytes >= maxBytesPerPart ||
      chunks === maxChunksPerCall
    ) {
      return { text: lines.join(''), resources, ...nextAt(after) };
    }
  }
  return { text: lines.join(''), resources };
};

/** Calls that read the resources that scans have found. */
export const searchCalls = (deps: SearchDeps): Pick<InventoryService, SearchCalls> => ({
  listResourceTypes: async ({ tenant_id }, { integration_type }) => ({
    items: await readResourceTypes(deps.db, tenant_id, integration_type),
  }),

  async listResourceColumns({ tenant_id }, { resource_type }) {
    const items = await columnsOf(deps, tenant_id, resource_type);
    if (!items) throw noSuchResourceType();
    return { items };
  },

  async searchResources({ tenant_id }, { number_of_items, page_number, next, ...query }) {
    const openedQuery = await openQuery(deps, tenant_id, query, next);
    const { items, examined, after } = await readMatches(openedQuery, {
      number_of_items,
      page_number: next ? 1 : page_number,
    });
    return {
      items,
      looked: examined,
      ...(after && openedQuery.nextAt(after)),
      ...(!next && { sources: await sourceViews(deps, tenant_id, query) }),
    };
  },

  exportResources: (caller, query) => readExportPart(deps, caller, query),
});
