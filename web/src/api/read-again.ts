import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

type Meant = Pick<QueryFilters, 'queryKey' | 'exact' | 'predicate'>;

/** The queries of some routes, by the keys of these: an area's, say. */
export const ofRoutes = (routeKeys: readonly string[]): Meant => ({
  predicate: ({ queryKey: [key] }) => routeKeys.some((one) => one === key),
});

/** Queries that are being asked again, and whether something has happened since. */
const underWay = new WeakMap<Query, { isWanted: boolean }>();

const ask = async (queries: QueryClient, query: Query, { predicate }: Meant): Promise<void> => {
  const before = underWay.get(query);
  if (before) {
    before.isWanted = true;
    return;
  }
  const now = { isWanted: true };
  underWay.set(query, now);
  // What is told at the same time is asked for once.
  await Promise.resolve();
  while (now.isWanted) {
    const { fetchStatus, data } = query.state;
    now.isWanted = fetchStatus === 'fetching' && data === undefined;
    const isIt = (one: Query) => one === query && (predicate?.(one) ?? true);
    await queries.refetchQueries({ type: 'active', predicate: isIt });
  }
  underWay.delete(query);
};

/**
 * Has the queries that are meant, and on the screen, asked once more after now. An answer that is
 * on its way may be older than what happened. The query library gives up such an answer, but not
 * the first one of a query, which it takes for the new one: that is waited for and then asked
 * again. Calls in the meantime count as one, so that many of them never keep the answer away.
 */
export const readShown = (queries: QueryClient, meant: Meant): void => {
  const shown = queries.getQueryCache().findAll({ ...meant, type: 'active' });
  for (const query of shown) void ask(queries, query, meant);
};

/** The same, where those that are not on the screen are asked again when they come back to it. */
export const readAgain = (queries: QueryClient, meant: Meant): void => {
  void queries.invalidateQueries({ ...meant, refetchType: 'none' });
  readShown(queries, meant);
};
