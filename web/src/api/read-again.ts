import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

type Meant = Pick<QueryFilters, 'queryKey' | 'exact' | 'predicate'>;

/** The queries of some routes, by the keys of these: an area's, say. */
export const ofRoutes = (routeKeys: readonly string[]): Meant => ({
  predicate: ({ queryKey: [key] }) => routeKeys.some((one) => one === key),
});

/** Queries that are being asked again, and whether something has happened since. */
const underWay = new WeakMap<Query, { isWanted: boolean }>();

/** A first answer, and one more page of several, are not given up for a new answer. */
const isWaitedFor = ({ state: { fetchStatus, fetchMeta, data } }: Query): boolean =>
  fetchStatus === 'fetching' && (data === undefined || fetchMeta?.fetchMore !== undefined);

const ask = async (queries: QueryClient, query: Query): Promise<void> => {
  const before = underWay.get(query);
  if (before) {
    before.isWanted = true;
    return;
  }
  const now = { isWanted: true };
  underWay.set(query, now);
  // What is told at the same time is asked for once.
  await Promise.resolve();
  while (now.isWanted && query.isActive()) {
    now.isWanted = isWaitedFor(query);
    const isIt = (one: Query) => one === query;
    const how = { cancelRefetch: !now.isWanted };
    await queries.refetchQueries({ type: 'active', predicate: isIt }, how);
  }
  underWay.delete(query);
};

/**
 * Has the queries that are meant, and on the screen, asked once more after now. An answer that is
 * on its way may be older than what happened, and is given up. The first one of a query, and one
 * more page of a list, are waited for, and then it is asked again. Calls in the meantime count as
 * one, so that many of them never keep the answer away.
 */
export const readShown = (queries: QueryClient, meant: Meant): void => {
  const shown = queries.getQueryCache().findAll({ ...meant, type: 'active' });
  for (const query of shown) void ask(queries, query);
};

/** The same, where those that are not on the screen are asked again when they come back to it. */
export const readAgain = (queries: QueryClient, meant: Meant): void => {
  void queries.invalidateQueries({ ...meant, refetchType: 'none' });
  readShown(queries, meant);
};
