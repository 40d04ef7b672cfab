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
  const blocked = blockedRequests.get(queries) ?? new Map<string, number>();
  blockedRequests.set(queries, blocked);
  return blocked;
};

/**
 * A route that starts something: the same request is not sent again while it is in progress, nor
 * right after it succeeded, even if the page was re-rendered between two clicks. A failed one may
 * be sent again at once.
 */
export const useOnce = <In, Out>(call: Call<In, Out>) => {
  const blocked = blockedRequestsOf(useQueryClient());
  const keyOf = (input: In) => JSON.stringify([call.routeKey, input]);
  const { mutate, isPending } = useAction(call, (input, error) => {
    if (error) blocked.delete(keyOf(input));
    else blocked.set(keyOf(input), performance.now() + doubleClick);
  });
  const once = (input: In, options: MutateOptions<Out, ApiError, In>) => {
    const key = keyOf(input);
    if ((blocked.get(key) ?? 0) > performance.now()) return;
    blocked.set(key, Number.POSITIVE_INFINITY);
    mutate(input, options);
  };
  return { mutate: once, isPending };
};
