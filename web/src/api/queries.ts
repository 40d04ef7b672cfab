import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { users } from './users.ts';

const mayRetry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

const me = [users.getCurrentUser.routeKey];

/**
 * The console's query cache. A 401 anywhere asks who is signed in, which leads to the login; a 403
 * asks what they may do now, as it must be less than the console thought.
 */
export const createQueries = (): QueryClient => {
  const onError = (error: Error, query?: { queryKey: readonly unknown[] }) => {
    if (!(error instanceof ApiError) || query?.queryKey[0] === me[0]) return;
    if (error.status === 401) void queries.resetQueries({ queryKey: me });
    if (error.status === 403) void queries.invalidateQueries({ queryKey: me });
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
