import type * as z from 'zod';
import type { Call } from '#web/api/client.ts';
import { type CallOptions, useCall } from '#web/api/use-call.ts';
import { usePageSize } from './table-preferences.tsx';
import { type Patch, useUrlState } from './use-url-state.ts';

/** What a list is asked: one of its pages, besides its filter. */
type Paging = { page_number?: unknown; number_of_items?: unknown };

/** A list page as data: its table, and what of its state stands in the address. */
export type ListSpec<S extends z.ZodObject> = {
  /** Names the table's preferences. */
  id: string;
  /** Reads the address. */
  url: S;
  /** The address's names of the page and, where that stands there, of its size. */
  page: keyof z.output<S> & string;
  size?: keyof z.output<S> & string;
  /** The parameters by which the list is narrowed: what clearing the filter removes. */
  filter: readonly (keyof z.output<S> & string)[];
  /** Rows on a page where neither address nor user says how many. */
  rows?: number;
};

type Asked<S extends z.ZodObject, In, Out, Besides> = {
  call: Call<In, Out>;
  /** The filter as the call takes it. */
  filterOf: (url: z.output<S>) => Omit<In, keyof Paging | keyof Besides>;
  /** What the call takes besides the filter. */
  besides?: Besides;
  poll?: CallOptions<Out>['poll'];
  /** Whether it can be asked already. */
  enabled?: (url: z.output<S>) => boolean;
};

const sizeIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/**
 * A list's page: its state in the address, the page asked for, and the answer. `list` is for the
 * table; `narrow` changes the filter, which leads back to the first page.
 */
export const useList = <
  S extends z.ZodObject,
  In extends Paging,
  Out,
  Besides extends Partial<In> = object,
>(
  spec: ListSpec<S>,
  { call, filterOf, besides, poll = false, enabled }: Asked<S, In, Out, Besides>,
) => {
  const [url, change] = useUrlState(spec.url);
  const preferred = usePageSize(spec.id, spec.rows);
  const page = sizeIn(url[spec.page]) ?? 1;
  const pageSize = (spec.size && sizeIn(url[spec.size])) ?? preferred;
  const filter = filterOf(url);
  const input = { ...filter, ...besides, page_number: page, number_of_items: pageSize } as In;
  const answer = useCall(call, input, {
    keep: true,
    poll,
    enabled: enabled?.(url) ?? true,
  });
  const narrow = (patch: Patch<S>) => change({ ...patch, [spec.page]: 1 });
  const onPage = (to: { page: number; size?: number }) =>
    change({
      [spec.page]: to.page,
      ...(to.size && spec.size && { [spec.size]: to.size }),
    } as Patch<S>);
  const clear = () =>
    narrow(Object.fromEntries(spec.filter.map((name) => [name, undefined])) as Patch<S>);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
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
