import type { TableProps } from '@cloudscape-design/components/table';
import type { Column } from './table-preferences.tsx';

/** By which column, named by its id, rows are ordered, and how to order them by another one. */
export type Sorting = {
  by: string | undefined;
  descending: boolean;
  onSort: (by: string, descending: boolean) => void;
};

/** The rows in their order, and what makes the headers of a table show and change it. */
export const sortingProps = <T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  sorting: Sorting | undefined,
) => {
  if (!sorting) return { items };
  const { by, descending, onSort } = sorting;
  const column = columns.find(({ id }) => id === by);
  const compare = column?.sortingComparator;
  return {
    items: compare ? items.toSorted((a, b) => compare(a, b) * (descending ? -1 : 1)) : items,
    ...(column && { sortingColumn: column, sortingDescending: descending }),
    onSortingChange: ({ detail }: { detail: TableProps.SortingState<T> }) => {
      const chosen = columns.find(
        ({ sortingComparator }) =>
          sortingComparator && sortingComparator === detail.sortingColumn.sortingComparator,
      );
      if (chosen) onSort(chosen.id, detail.isDescending ?? false);
    },
  };
};
