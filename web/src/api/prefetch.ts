import type { QueryClient } from '@tanstack/react-query';
import type { Call } from './client.ts';
import { queryKey } from './use-call.ts';

type Address = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** Makes the page's calls that follow from its address, before the page is drawn. */
export type Prefetch = (queries: QueryClient, address: Address) => void;

/** Makes a call in advance; `useCall` with the same input finds its answer in the cache. */
export const prefetchCall = <In>(queries: QueryClient, call: Call<In, unknown>, input: In): void =>
  void queries.prefetchQuery({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => call(input, signal),
  });
