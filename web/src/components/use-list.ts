import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { useRefetch } from '#web/api/use-refetch.ts';
import { type AnyPage, type CombinedPage, type Paging, withFullPages } from '#web/api/full-page.ts';
import { type ListSpec, requestedPage } from './list-spec.ts';
import { usePageSize } from './table-preferences.tsx';
import { ignoredParamsOf, type Patch, useUrlState } from './use-url-state.ts';

/** A page that needs more answers than this is not fetched again on every change. */
const maxRoundsRefetched = 3;

/** The cursors with which pages begin, by page number, as far as they were visited. */
const useCursors = (list: string) => {
  const [visited, setVisited] = useState<{ list: string; after: Record<number, string> }>();
  // A cursor is valid only for the filter that it was issued for.
  const after = visited?.list === list ? visited.after : {};
  const begin = (page: number, cursor: string) =>
    setVisited({ list, after: { ...after, [page]: cursor } });
  return { after, begin };
};

/** The poll interval, which grows with the number of answers that a page needs. */
const pollIntervalOf =
  <Out>({ poll = false }: Pick<ListSpec<never, never, Out, never>, 'poll'>) =>
  (data: CombinedPage<Out> | undefined): number | false => {
    const interval = typeof poll === 'function' ? poll(data) : poll;
    return interval === false ? false : interval * (data?.rounds ?? 1);
  };

/**
 * A page of a list: its state in the address, the requested page, and the answer. `list` is for the
 * table; `changeFilter` changes the filter and returns to the first page. Pages are requested by
 * the cursor of the previous one, so that the last page is unknown until the list ends; only a page
 * that the address names is requested by its number.
 */
export const useList = <
  S extends z.ZodObject,
  In extends Paging,
  Out extends AnyPage,
  Context = undefined,
>(
  spec: ListSpec<S, In, Out, Context>,
  ...[context]: undefined extends Context ? [] : [context: Context]
) => {
  const [url, change] = useUrlState(spec.url);
  const [params] = useSearchParams();
  const preferredSize = usePageSize(spec.id, spec.rows);
  const { page, pageSize, input } = requestedPage(spec, url, context as Context, preferredSize);
  const queries = useQueryClient();
  const call = useMemo(() => withFullPages(spec.call, queries), [spec.call, queries]);
  const { page_number: _, ...filter } = input;
  const cursors = useCursors(JSON.stringify(filter));
  const next = cursors.after[page];
  const request = next === undefined ? input : ({ ...filter, next } as In);
  // Only these fields, because a page is rendered again whenever one that it reads changes.
  const { data, error, isLoading, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useCall(
    call,
    request,
    {
      keep: true,
      poll: pollIntervalOf(spec),
      enabled: spec.canAsk?.(url, context as Context) ?? true,
    },
  );
  const askAgain = useRefetch(queryKey(call, request));
  const answer = { data, error, isLoading, isFetching, dataUpdatedAt, refetch };
  const changeFilter = (patch: Patch<S>) => change({ ...patch, [spec.page]: 1 });
  const onPage = (to: { page: number; size?: number }) => {
    const follows = to.page === page + 1 && !to.size && !isPlaceholderData;
    if (follows && data?.next) cursors.begin(to.page, data.next);
    change({
      [spec.page]: to.page,
      ...(to.size && spec.size && { [spec.size]: to.size }),
    } as Patch<S>);
  };
  const clear = () =>
    changeFilter(Object.fromEntries(spec.filter.map((name) => [name, undefined])) as Patch<S>);
  const isNarrowed = spec.filter.some((name) => url[name] !== undefined);
  return {
    url,
    change,
    changeFilter,
    answer,
    /** To call on a change of the list: fetches it again, unless that takes very many calls. */
    refreshList: () => {
      if ((data?.rounds ?? 1) <= maxRoundsRefetched) askAgain();
    },
    /** Identifies the current request. */
    requestKey: JSON.stringify(request),
    list: {
      id: spec.id,
      answer,
      page,
      pageSize,
      onPage,
      onClearFilter: isNarrowed ? clear : undefined,
      ignored: ignoredParamsOf<S>(params, url, spec.filter).map(({ name, text }) => ({
        text: `${name}=${text.slice(0, 60)}`,
        forget: () => changeFilter({ [name]: undefined } as Patch<S>),
      })),
      ...(spec.file && {
        csv: {
          file: spec.file,
          fetchPage: (cursor: string | undefined, signal: AbortSignal) =>
            spec.call({ ...filter, number_of_items: limits.pageSize, next: cursor } as In, signal),
        },
      }),
      /** Continues the search if many entries were skipped and nothing was found. */
      onSearchOn: () => {
        if (data?.next) cursors.begin(page, data.next);
      },
    },
  };
};
