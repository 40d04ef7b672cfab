import type * as z from 'zod';
import { useCall } from '#web/api/use-call.ts';
import { type ListSpec, pageAsked, type Paging } from './list-spec.ts';
import { usePageSize } from './table-preferences.tsx';
import { type Patch, useUrlState } from './use-url-state.ts';

/**
 * A list's page: its state in the address, the page asked for, and the answer. `list` is for the
 * table; `narrow` changes the filter, which leads back to the first page.
 */
export const useList = <S extends z.ZodObject, In extends Paging, Out, Given = undefined>(
  spec: ListSpec<S, In, Out, Given>,
  ...[given]: undefined extends Given ? [] : [given: Given]
) => {
  const [url, change] = useUrlState(spec.url);
  const preferredSize = usePageSize(spec.id, spec.rows);
  const { page, pageSize, input } = pageAsked(spec, url, given as Given, preferredSize);
  // Nothing but these, because a page is drawn again whenever one that it takes changes.
  const { data, error, isLoading, isFetching, dataUpdatedAt, refetch } = useCall(spec.call, input, {
    keep: true,
    poll: spec.poll ?? false,
    enabled: spec.canAsk?.(url, given as Given) ?? true,
  });
  const answer = { data, error, isLoading, isFetching, dataUpdatedAt, refetch };
  const narrow = (patch: Patch<S>) => change({ ...patch, [spec.page]: 1 });
  const onPage = (to: { page: number; size?: number }) =>
    change({
      [spec.page]: to.page,
      ...(to.size && spec.size && { [spec.size]: to.size }),
    } as Patch<S>);
  const clear = () =>
    narrow(Object.fromEntries(spec.filter.map((name) => [name, undefined])) as Patch<S>);
  const isNarrowed = spec.filter.some((name) => url[name] !== undefined);
  return {
    url,
    change,
    narrow,
    answer,
    /** Changes with what is asked. */
    shown: JSON.stringify(input),
    list: {
      id: spec.id,
      answer,
      page,
      pageSize,
      onPage,
      onClearFilter: isNarrowed ? clear : undefined,
    },
  };
};
