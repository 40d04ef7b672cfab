import type { ReactNode } from 'react';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ApiError } from '#web/api/api-error.ts';
import type { CsvExport } from './export-csv.tsx';
import type { Column } from './table-preferences.tsx';
import type { Sorting } from './table-sorting.ts';

/** The part of a query result that a list shows. */
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
  /** Key of the table's preferences. */
  id: string;
  title: string;
  /** The plural noun for the rows, in lower case: `listeners`. */
  rows: string;
  columns: readonly Column<T>[];
  answer: ListAnswer<T>;
  page: number;
  /** Rows requested. */
  pageSize: number;
  onPage: (change: { page: number; size?: number }) => void;
  keyOf: (row: T) => string;
  /** The row's name for screen readers. */
  nameOf?: (row: T) => string;
  /** Text of the button that fetches the list again; only an icon by default. */
  refreshText?: string;
  /** Shown beside the heading. */
  info?: ReactNode;
  description?: ReactNode;
  /** False if the description counts the rows of all pages, which the heading cannot. */
  counter?: boolean;
  /** Text of the button for columns and page size: `Preferences` by default. */
  preferencesText?: string;
  /** Present if the list can be exported. */
  csv?: CsvExport;
  /** Buttons to the right of refresh and export, the primary one last. */
  actions?: ReactNode;
  filter?: ReactNode;
  /** The filter has a button of its own that clears it. */
  filterClears?: boolean;
  /** Present while a filter is set: removes it. */
  onClearFilter?: (() => void) | undefined;
  /** Filters in the address with values unknown to the page, which are ignored. */
  ignored?: readonly { text: string; forget: () => void }[];
  /** Continues the search if the filter skipped many entries and nothing was found. */
  onSearchOn?: () => void;
  empty: { title: string; text: string; action?: ReactNode };
  selected?: readonly T[];
  onSelect?: (rows: T[]) => void;
  selectionType?: 'single' | 'multi';
  /** Whether a row can be selected; by default all can. */
  isSelectable?: (row: T) => boolean;
  /** Opens a row's details. */
  onRow?: (row: T) => void;
  /** The child rows of an expandable row. */
  childRowsOf?: (row: T) => readonly T[];
  /** Sorts the shown rows by columns that have a `sortingComparator`. */
  sorting?: Sorting;
  variant?: TableProps.Variant;
};
