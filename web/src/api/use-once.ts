import { type MutateOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import type { Call } from './client.ts';
import { useAction } from './use-call.ts';

/**
 * Milliseconds: a second press within this time after a successful one counts as a double click.
 */
const doubleClick = 1000;

/** The time until which each request is not sent again, in milliseconds of `performance.now()`. */
const blockedRequests = new WeakMap<QueryClient, Map<string, number>>();

const blockedRequestsOf = (queries: QueryClient): Map<string, number> => {
  const held = blockedRequests.get(queries) ?? new Map<string, number>();
  blockedRequests.set(queries, held);
  return held;
};

/**
 * A route that starts something: the same request is not sent again while it is in progress, nor
 * right after it succeeded, even if the page was re-rendered between two clicks. A failed one may
 * be sent again at once.
 */
export const useOnce = <In, Out>(call: Call<In, Out>) => {
  const held = blockedRequestsOf(useQueryClient());
  const keyOf = (input: In) => JSON.stringify([call.routeKey, input]);
  const { mutate, isPending } = useAction(call, (input, error) => {
    if (error) held.delete(keyOf(input));
    else held.set(keyOf(input), performance.now() + doubleClick);
  });
  const once = (input: In, options: MutateOptions<Out, ApiError, In>) => {
    const key = keyOf(input);
    if ((held.get(key) ?? 0) > performance.now()) return;
    held.set(key, Number.POSITIVE_INFINITY);
    mutate(input, options);
  };
  return { mutate: once, isPending };
};
