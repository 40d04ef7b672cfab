import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { ApiError, isPassing } from './api-error.ts';
import { mayAskAgain } from './may-ask-again.ts';
import { judgeBy } from './own-rights.ts';
import { users } from './users.ts';

const mayRetry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof ApiError && isPassing(error);

/** Milliseconds: what the server wishes, for as long as somebody may look at a spinner. */
const pauseBefore = (count: number, error: Error): number => {
  const wished = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(wished, 1000 * 2 ** count), 10_000);
};

const me = [users.getCurrentUser.routeKey];

/**
 * The console's query cache. A 401 anywhere asks who is signed in, which leads to signing in again;
 * a 403 asks what they may do now, as it must be less than the console thought.
 */
export const createQueries = (): QueryClient => {
  const onError = (error: Error, query?: { queryKey: readonly unknown[] }) => {
    if (!(error instanceof ApiError) || query?.queryKey[0] === me[0]) return;
    const isAboutThem = error.status === 401 || error.status === 403;
    if (isAboutThem) void queries.invalidateQueries({ queryKey: me });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: pauseBefore,
        staleTime: 2000,
        refetchOnWindowFocus: mayAskAgain,
        // Asked all the same, a call says that nobody answers: waiting for a network says nothing.
        networkMode: 'always',
        refetchOnReconnect: mayAskAgain,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  judgeBy(() => queries.getQueryData<CurrentUser>([...me, {}]));
  return queries;
};
