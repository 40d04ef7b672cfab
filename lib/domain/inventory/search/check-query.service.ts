import { badRequest } from '#lib/kernel/refusal.ts';
import type { ResourceColumn } from '../resources/resource.schema.ts';
import { columnsOf } from '../resources/tables.service.ts';
import type { MatchDeps } from './matches.service.ts';
import { problemsOf } from './query.rules.ts';
import type { SearchQuery } from './query.schema.ts';

/** The 400 for a resource type that does not exist. */
export const noSuchResourceType = () =>
  badRequest('There is no such resource type. Choose one from the list.', {
    field: 'resource_type',
  });

/**
 * Throws 400 with the position of each problem if a query is not valid; returns the columns of its
 * resource type.
 */
export const requireQueryColumns = async (
  deps: MatchDeps,
  tenantId: string,
  query: SearchQuery,
): Promise<ResourceColumn[]> => {
  const columns = await columnsOf(deps, tenantId, query.resource_type);
  if (!columns) throw noSuchResourceType();
  const detail = query.match ? problemsOf(query.match, columns) : [];
  const [first] = detail;
  if (first) throw badRequest(first.msg, { field: 'match', detail });
  return columns;
};
