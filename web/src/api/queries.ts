import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { users } from './users.ts';

const mayRetry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The console's query cache. A 401 anywhere asks who is signed in, which leads to the login. */
export const createQueries = (): QueryClient => {
  const onError = (error: Error, query?: { queryKey: readonly unknown[] }) => {
    const lost = error instanceof ApiError && error.status === 401;
    if (!lost || query?.queryKey[0] === users.getCurrentUser.routeKey) return;
    void queries.resetQueries({ queryKey: [users.getCurrentUser.routeKey] });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 2000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
  return queries;
};
