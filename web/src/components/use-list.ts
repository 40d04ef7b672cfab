import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { useFresh } from '#web/api/use-fresh.ts';
import { type AnyPage, type Gathered, type Paging, wholePages } from '#web/api/whole-page.ts';
import { type ListSpec, pageAsked } from './list-spec.ts';
import { usePageSize } from './table-preferences.tsx';
import { ignoredIn, type Patch, useUrlState } from './use-url-state.ts';

/** Above so many answers a page is not asked for again with everything that is heard of. */
const mostRoundsHeard = 3;

/** The cursors after which pages begin, by their numbers, as far as somebody came to them. */
const useCursors = (list: string) => {
  const [known, learn] = useState<{ list: string; after: Record<number, string> }>();
  // A cursor serves the filter that it was given with.
  const after = known?.list === list ? known.after : {};
  const begin = (page: number, cursor: string) =>
    learn({ list, after: { ...after, [page]: cursor } });
  return { after, begin };
};

/** What is asked less and less often, the more a page takes. */
const pollOf = <Out>({ poll = false }: Pick<ListSpec<never, never, Out, never>, 'poll'>) =>
  (data: Gathered<Out> | undefined): number | false => {
    const every = typeof poll === 'function' ? poll(data) : poll;
    return every === false ? false : every * (data?.rounds ?? 1);
  };

/**
 * A list's page: its state in the address, the page asked for, and the answer. `list` is for the
 * table; `narrow` changes the filter, which leads back to the first page. Pages follow each other
 * by their cursors, so that there is no last one before the list ends; only an address that names
 * a page is asked for by its number.
 */
export const useList = <
  S extends z.ZodObject,
  In extends Paging,
  Out extends AnyPage,
  Given = undefined,
>(
  spec: ListSpec<S, In, Out, Given>,
  ...[given]: undefined extends Given ? [] : [given: Given]
) => {
  const [url, change] = useUrlState(spec.url);
  const [params] = useSearchParams();
  const preferredSize = usePageSize(spec.id, spec.rows);
  const { page, pageSize, input } = pageAsked(spec, url, given as Given, preferredSize);
  const queries = useQueryClient();
  const call = useMemo(() => wholePages(spec.call, queries), [spec.call, queries]);
  const { page_number: _, ...filter } = input;
  const cursors = useCursors(JSON.stringify(filter));
  const next = cursors.after[page];
  const asked = next === undefined ? input : ({ ...filter, next } as In);
  // Nothing but these, because a page is drawn again whenever one that it takes changes.
  const { data, error, isLoading, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useCall(
    call,
    asked,
    { keep: true, poll: pollOf(spec), enabled: spec.canAsk?.(url, given as Given) ?? true },
  );
  const askAgain = useFresh(queryKey(call, asked));
  const answer = { data, error, isLoading, isFetching, dataUpdatedAt, refetch };
  const narrow = (patch: Patch<S>) => change({ ...patch, [spec.page]: 1 });
  const onPage = (to: { page: number; size?: number }) => {
    const follows = to.page === page + 1 && !to.size && !isPlaceholderData;
    if (follows && data?.next) cursors.begin(to.page, data.next);
    change({
      [spec.page]: to.page,
      ...(to.size && spec.size && { [spec.size]: to.size }),
    } as Patch<S>);
  };
  const clear = () =>
    narrow(Object.fromEntries(spec.filter.map((name) => [name, undefined])) as Patch<S>);
  const isNarrowed = spec.filter.some((name) => url[name] !== undefined);
  return {
    url,
    change,
    narrow,
    answer,
    /** For what is heard of the list: asks for it again, unless that takes very much. */
    hear: () => {
      if ((data?.rounds ?? 1) <= mostRoundsHeard) askAgain();
    },
    /** Changes with what is asked. */
    shown: JSON.stringify(asked),
    list: {
      id: spec.id,
      answer,
      page,
      pageSize,
      onPage,
      onClearFilter: isNarrowed ? clear : undefined,
      ignored: ignoredIn<S>(params, url, spec.filter).map(({ name, text }) => ({
        text: `${name}=${text.slice(0, 60)}`,
        forget: () => narrow({ [name]: undefined } as Patch<S>),
      })),
      /** Looks further where much was passed over and nothing found. */
      onSearchOn: () => {
        if (data?.next) cursors.begin(page, data.next);
      },
    },
  };
};
