import type * as z from 'zod';
import { type Prefetch, prefetchCall } from '#web/api/prefetch.ts';
import type { Call } from '#web/api/client.ts';
import type { CallOptions } from '#web/api/use-call.ts';
import { type AnyPage, type Paging, withFullPages } from '#web/api/full-page.ts';
import { pageSizeOf } from './table-preferences.tsx';

/** The file to which a list is exported. */
export type ListFile<Item = never> = {
  /** Its name, with the ending. */
  name: string;
  /** The singular noun for a record. */
  noun: string;
  /** What the file says of a record, by the titles of its columns. */
  columns: Readonly<Record<string, (item: Item) => unknown>>;
};

/** Columns that contain fields of the API unchanged, under their names there. */
export const fieldColumns = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field, (item: { [F in Field]?: unknown }) => item[field]]),
  );

/** A list page as data: its table, the part of its state in the address, and its call. */
export type ListSpec<S extends z.ZodObject, In, Out, Context> = {
  /** Key of the table's preferences. */
  id: string;
  /** The schema that parses the address. */
  url: S;
  /** The parameters of the page number and, if it is in the address, of the page size. */
  page: keyof z.output<S> & string;
  size?: keyof z.output<S> & string;
  /** The parameters of the filter, which clearing it removes. */
  filter: readonly (keyof z.output<S> & string)[];
  /** Rows per page if neither the address nor the user sets them. */
  rows?: number;
  call: Call<In, Out>;
  /** The call's input, apart from the paging. */
  inputOf: (url: z.output<S>, context: Context) => Omit<In, keyof Paging>;
  /** Whether enough is known to make the call; true by default. */
  canAsk?: (url: z.output<S>, context: Context) => boolean;
  poll?: CallOptions<Out>['poll'];
  /** Present if the list can be exported. */
  file?: Out extends { items: (infer Item)[] } ? ListFile<Item> : never;
  /** The `context` when the page is opened, from the variables of its address. */
  contextAt?: (params: Parameters<Prefetch>[1]['params']) => Context;
};

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** The page that the address names, and the input of its call. */
export const requestedPage = <S extends z.ZodObject, In extends Paging, Out, Context>(
  spec: ListSpec<S, In, Out, Context>,
  url: z.output<S>,
  context: Context,
  preferredSize: number,
) => {
  const page = numberIn(url[spec.page]) ?? 1;
  const pageSize = (spec.size && numberIn(url[spec.size])) ?? preferredSize;
  const input = {
    ...spec.inputOf(url, context),
    page_number: page,
    number_of_items: pageSize,
  } as In;
  return { page, pageSize, input };
};

/** A list page; its `ask` requests the page that the address names before the list is drawn. */
export const listOf = <
  S extends z.ZodObject,
  In extends Paging,
  Out extends AnyPage,
  Context = undefined,
>(
  spec: ListSpec<S, In, Out, Context>,
) => {
  const ask: Prefetch = (queries, { params, search }) => {
    const url = spec.url.parse(Object.fromEntries(search));
    const context = spec.contextAt?.(params) as Context;
    if (spec.canAsk?.(url, context) === false) return;
    const { input } = requestedPage(spec, url, context, pageSizeOf(spec.id, spec.rows));
    prefetchCall(queries, withFullPages(spec.call, queries), input);
  };
  return { ...spec, ask };
};
