import type { ReactNode } from 'react';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ApiError } from '#web/api/api-error.ts';
import type { Column } from './table-preferences.tsx';
import type { Sorting } from './table-sorting.ts';

/** The part of a query's result that a list shows. */
export type ListAnswer<T> = {
  data:
    | { items: T[]; next?: string | undefined; rounds?: number | undefined; looked?: number }
    | undefined;
  error: ApiError | null;
  isLoading: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

export type ListProps<T> = {
  /** Names the table's preferences. */
  id: string;
  title: string;
  /** What the rows are, in lower case: `listeners`. */
  rows: string;
  columns: readonly Column<T>[];
  answer: ListAnswer<T>;
  page: number;
  /** Rows asked for. */
  pageSize: number;
  onPage: (change: { page: number; size?: number }) => void;
  keyOf: (row: T) => string;
  /** The row's name for screen readers. */
  nameOf?: (row: T) => string;
  /** On the button that fetches the list again; an icon alone unless told. */
  refreshText?: string;
  /** Stands beside the heading. */
  info?: ReactNode;
  description?: ReactNode;
  /** False where the description counts the rows of all pages, which the heading cannot. */
  counter?: boolean;
  /** On the button that sets columns and page size: `Preferences` unless told. */
  preferencesText?: string;
  /** Buttons right of refresh, the primary one last. */
  actions?: ReactNode;
  filter?: ReactNode;
  /** The filter has a button of its own that clears it. */
  filterClears?: boolean;
  /** Present while a filter is set: removes it. */
  onClearFilter?: (() => void) | undefined;
  /** What the address narrows the list by that the page does not know: it goes without. */
  ignored?: readonly { text: string; forget: () => void }[];
  /** Looks further where the filter passed over much and nothing was found. */
  onSearchOn?: () => void;
  empty: { title: string; text: string; action?: ReactNode };
  selected?: readonly T[];
  onSelect?: (rows: T[]) => void;
  selectionType?: 'single' | 'multi';
  /** Whether a row can be selected; any can unless told. */
  isSelectable?: (row: T) => boolean;
  /** Opens a row's details. */
  onRow?: (row: T) => void;
  /** The rows inside of a row, which opens to show them. */
  inside?: (row: T) => readonly T[];
  /** Orders the rows shown by columns that have a `sortingComparator`. */
  sorting?: Sorting;
  variant?: TableProps.Variant;
};
