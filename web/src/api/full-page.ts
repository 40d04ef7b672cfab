import type { QueryClient } from '@tanstack/react-query';
import { limits } from '#lib/kernel/limits.ts';
import type { Call } from './client.ts';
import { queryKey } from './use-call.ts';

/** The paging part of a list's input, besides its filter. */
export type Paging = {
  page_number?: unknown;
  number_of_items?: unknown;
  next?: string | undefined;
};

/**
 * A page as the server returns it: with `next` set and few items if its filter skipped many. Some
 * say how many entries were looked at.
 */
export type AnyPage = { items: unknown[]; next?: string | undefined; looked?: number };

/** A page with the number of answers that it was put together from. */
export type CombinedPage<Out> = Out & { rounds?: number };

/** The most answers for one page, before a user asks to search further. */
export const maxRounds = 20;

type SearchProgress = { rounds?: number | undefined; looked?: number | undefined };

/** The number of entries looked through for a page: the server's figure, else an estimate. */
export const searchedCount = ({ rounds = 1, looked }: SearchProgress): number =>
  looked ?? rounds * limits.passedOver;

/**
 * Requests parts until the page is full or the list ends: a list's filter runs on one part at a
 * time. `onProgress` receives what was found so far.
 */
const fetchFullPage = async <In extends Paging, Out extends AnyPage>(
  fetchPage: (input: In) => Promise<Out>,
  input: In,
  onProgress: (partialPage: CombinedPage<Out>) => void,
): Promise<CombinedPage<Out>> => {
  const size = Number(input.number_of_items ?? 0);
  const { page_number: _, ...filter } = input;
  let page: Out = await fetchPage(input);
  for (let rounds = 1; ; rounds += 1) {
    const { items, next } = page;
    if (items.length >= size || next === undefined || rounds === maxRounds) {
      return { ...page, rounds };
    }
    onProgress({ ...page, rounds });
    const nextPage = await fetchPage({
      ...filter,
      next,
      number_of_items: size - items.length,
    } as In);
    const { next: _next, ...previousPage } = page;
    const progress = page.looked !== undefined && { looked: page.looked + (nextPage.looked ?? 0) };
    page = { ...previousPage, ...nextPage, items: [...items, ...nextPage.items], ...progress };
  }
};

/** A list's call that returns full pages; items found so far are shown meanwhile. */
export const withFullPages = <In extends Paging, Out extends AnyPage>(
  call: Call<In, Out>,
  queries: QueryClient,
): Call<In, CombinedPage<Out>> => {
  const { routeKey, guard, area } = call;
  const fetchPages = (input: In, signal?: AbortSignal) => {
    const key = queryKey(call, input);
    // When a page is fetched again, the old one is shown until all of it is loaded.
    const isFirst = queries.getQueryData(key) === undefined;
    const onProgress = (partialPage: CombinedPage<Out>) => {
      if (isFirst && !signal?.aborted) queries.setQueryData(key, partialPage);
    };
    return fetchFullPage((one) => call(one, signal), input, onProgress);
  };
  return Object.assign(fetchPages, { routeKey, guard, area });
};
