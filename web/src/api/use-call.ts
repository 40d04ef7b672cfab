import {
  keepPreviousData,
  type Query,
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import type { Call } from './client.ts';
import { canRefetch } from './can-refetch.ts';
import { queriesOfRoutes, refreshQueries } from './refetch.ts';

export type CallOptions<Out> = {
  /**
   * Milliseconds between polls, or a function that returns them; `false` ends them. Hidden tabs do
   * not poll.
   */
  poll?: number | false | ((data: Out | undefined) => number | false);
  enabled?: boolean;
  /** Shows the answer for the previous input until the new one is loaded: for lists. */
  keep?: boolean;
  /** Fetched once: it changes only with a new version of the product. */
  lasting?: boolean;
};

export const queryKey = <In>(call: Call<In, unknown>, input: In): QueryKey => [
  call.routeKey,
  input,
];

/** The answer of a GET route, cached by its input. */
export const useCall = <In, Out>(
  call: Call<In, Out>,
  input: In,
  { poll = false, enabled = true, keep = false, lasting = false }: CallOptions<Out> = {},
): UseQueryResult<Out, ApiError> =>
  useQuery({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(input, signal),
    enabled,
    refetchInterval: (query: Query<Out, ApiError>) => {
      if (!canRefetch(query)) return false;
      return typeof poll === 'function' ? poll(query.state.data) : poll;
    },
    ...(keep && { placeholderData: keepPreviousData }),
    ...(lasting && { staleTime: 'static' }),
  } as UseQueryOptions<Out, ApiError>);

type OnSettled<In> = (input: In, error: ApiError | null) => void;

/**
 * A route that writes; afterwards everything shown of its area is fetched again. `onSettled` is
 * called even if the page was left meanwhile.
 */
export const useAction = <In, Out>(
  call: Call<In, Out>,
  onSettled?: OnSettled<In>,
): UseMutationResult<Out, ApiError, In> => {
  const queries = useQueryClient();
  return useMutation<Out, ApiError, In>({
    mutationFn: (input) => call(input),
    onSuccess: () => {
      refreshQueries(queries, queriesOfRoutes(call.area));
    },
    onSettled: (_out, error, input) => onSettled?.(input, error),
  });
};
