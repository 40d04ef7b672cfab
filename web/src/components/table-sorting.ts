import type { TableProps } from '@cloudscape-design/components/table';
import type { Column } from './table-preferences.tsx';

/** The id of the column that sorts the rows, the direction, and the function that changes them. */
export type Sorting = {
  by: string | undefined;
  descending: boolean;
  onSort: (by: string, descending: boolean) => void;
};

/** The sorted rows, and the table props with which its headers show and change the order. */
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
      const sortedColumn = columns.find(
        ({ sortingComparator }) =>
          sortingComparator && sortingComparator === detail.sortingColumn.sortingComparator,
      );
      if (sortedColumn) onSort(sortedColumn.id, detail.isDescending ?? false);
    },
  };
};
