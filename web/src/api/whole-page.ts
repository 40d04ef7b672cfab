import type { QueryClient } from '@tanstack/react-query';
import { limits } from '#lib/kernel/limits.ts';
import type { Call } from './client.ts';
import { queryKey } from './use-call.ts';

/** What a list is asked: one of its pages, besides its filter. */
export type Paging = {
  page_number?: unknown;
  number_of_items?: unknown;
  next?: string | undefined;
};

/**
 * A page as the server answers it: a short one with `next` ended where its filter passed much. Some
 * say how many they looked at.
 */
export type AnyPage = { items: unknown[]; next?: string | undefined; looked?: number };

/** A page with how many answers it was put together from. */
export type Gathered<Out> = Out & { rounds?: number };

/** Answers for one page, before somebody says that it shall be looked for further. */
export const mostRounds = 20;

type Looked = { rounds?: number | undefined; looked?: number | undefined };

/** So much of a list was looked through for a page: as the server says, else about. */
export const lookedThrough = ({ rounds = 1, looked }: Looked): number =>
  looked ?? rounds * limits.passedOver;

/**
 * Asks for a page until it is full or the list ends: the filter of a list runs on a part of it at a
 * time. `tell` hears what was found so far.
 */
const askWhole = async <In extends Paging, Out extends AnyPage>(
  ask: (input: In) => Promise<Out>,
  input: In,
  tell: (part: Gathered<Out>) => void,
): Promise<Gathered<Out>> => {
  const size = Number(input.number_of_items ?? 0);
  const { page_number: _, ...filter } = input;
  let page: Out = await ask(input);
  for (let rounds = 1; ; rounds += 1) {
    const { items, next } = page;
    if (items.length >= size || next === undefined || rounds === mostRounds) {
      return { ...page, rounds };
    }
    tell({ ...page, rounds });
    const more = await ask({ ...filter, next, number_of_items: size - items.length } as In);
    const { next: _next, ...before } = page;
    const looked = page.looked !== undefined && { looked: page.looked + (more.looked ?? 0) };
    page = { ...before, ...more, items: [...items, ...more.items], ...looked };
  }
};

/** A list's call that answers whole pages; what is found on the way is shown meanwhile. */
export const wholePages = <In extends Paging, Out extends AnyPage>(
  call: Call<In, Out>,
  queries: QueryClient,
): Call<In, Gathered<Out>> => {
  const { routeKey, guard, area } = call;
  const ask = (input: In, signal?: AbortSignal) => {
    const key = queryKey(call, input);
    // What is asked for again is shown until all of it is there anew.
    const isFirst = queries.getQueryData(key) === undefined;
    const tell = (part: Gathered<Out>) => {
      if (isFirst && !signal?.aborted) queries.setQueryData(key, part);
    };
    return askWhole((one) => call(one, signal), input, tell);
  };
  return Object.assign(ask, { routeKey, guard, area });
};
