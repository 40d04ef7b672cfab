import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

type QuerySelection = Pick<QueryFilters, 'queryKey' | 'exact' | 'predicate'>;

/** The queries of the routes with these keys, for example of an area. */
export const queriesOfRoutes = (routeKeys: readonly string[]): QuerySelection => ({
  predicate: ({ queryKey: [key] }) => routeKeys.some((one) => one === key),
});

/** Queries that are being repeated, and whether another repetition was requested since. */
const runningRefetches = new WeakMap<Query, { isRequested: boolean }>();

/** A first answer, and a further page of a list, are not cancelled for a newer answer. */
const needsToFinish = ({ state: { fetchStatus, fetchMeta, data } }: Query): boolean =>
  fetchStatus === 'fetching' && (data === undefined || fetchMeta?.fetchMore !== undefined);

const refetchOne = async (queries: QueryClient, query: Query): Promise<void> => {
  const running = runningRefetches.get(query);
  if (running) {
    running.isRequested = true;
    return;
  }
  const refetch = { isRequested: true };
  runningRefetches.set(query, refetch);
  // Requests made at the same time are combined into one.
  await Promise.resolve();
  while (refetch.isRequested && query.isActive()) {
    refetch.isRequested = needsToFinish(query);
    const isSameQuery = (one: Query) => one === query;
    const options = { cancelRefetch: !refetch.isRequested };
    await queries.refetchQueries({ type: 'active', predicate: isSameQuery }, options);
  }
  runningRefetches.delete(query);
};

/**
 * Repeats those of the given queries that are on the screen. An answer that is still on its way may
 * be outdated and is cancelled, except the first answer of a query and a further page of a list:
 * these are awaited, and then the query is repeated. Calls in the meantime count as one, so that
 * frequent calls never prevent an answer.
 */
export const refetchShown = (queries: QueryClient, selection: QuerySelection): void => {
  const activeQueries = queries.getQueryCache().findAll({ ...selection, type: 'active' });
  for (const query of activeQueries) void refetchOne(queries, query);
};

/** The same, and queries that are not on the screen are repeated when they are shown again. */
export const refreshQueries = (queries: QueryClient, selection: QuerySelection): void => {
  void queries.invalidateQueries({ ...selection, refetchType: 'none' });
  refetchShown(queries, selection);
};
