import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { ApiError, isTransient } from './api-error.ts';
import { canRefetch } from './can-refetch.ts';
import { setRightsSource } from './own-rights.ts';
import { users } from './users.ts';

const mayRetry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof ApiError && isTransient(error);

/**
 * Milliseconds before a retry: the server's Retry-After, limited to what a user tolerates as a
 * spinner.
 */
const retryDelayMs = (count: number, error: Error): number => {
  const requestedWait = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(requestedWait, 1000 * 2 ** count), 10_000);
};

const currentUserKey = [users.getCurrentUser.routeKey];

/**
 * The console's query cache. A 401 anywhere fetches the signed-in user again, which leads to the
 * login; so does a 403, as the user's rights must be fewer than the console assumed.
 */
export const createQueryClient = (): QueryClient => {
  const onError = (error: Error, query?: { queryKey: readonly unknown[] }) => {
    if (!(error instanceof ApiError) || query?.queryKey[0] === currentUserKey[0]) return;
    const isAboutThem = error.status === 401 || error.status === 403;
    if (isAboutThem) void queries.invalidateQueries({ queryKey: currentUserKey });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: retryDelayMs,
        staleTime: 2000,
        refetchOnWindowFocus: canRefetch,
        // The call is made even when offline and then fails with a message; a call that waits for
        // the network would show nothing.
        networkMode: 'always',
        refetchOnReconnect: canRefetch,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  setRightsSource(() => queries.getQueryData<CurrentUser>([...currentUserKey, {}]));
  return queries;
};
