import { useRef } from 'react';
import type { TableProps } from '@cloudscape-design/components/table';
import type { Column } from './table-preferences.tsx';

/** The column that holds the menu of each row. */
const menuColumn = 'actions';

/**
 * Opens a row on a click, but not on a click in its menu: that one also reaches the row, after the
 * menu.
 */
export const useRowClick = <T,>(onRow: ((row: T) => void) | undefined) => {
  const isInMenu = useRef(false);
  const withMenuNoted = (column: Column<T>): Column<T> =>
    column.id === menuColumn
      ? {
          ...column,
          cell: (row) => (
            <span
              role="presentation"
              onClickCapture={() => {
                isInMenu.current = true;
              }}
            >
              {column.cell(row)}
            </span>
          ),
        }
      : column;
  const onRowClick: TableProps<T>['onRowClick'] = ({ detail }) => {
    if (!isInMenu.current) onRow?.(detail.item);
    isInMenu.current = false;
  };
  return {
    trackMenuClicks: (columns: readonly Column<T>[]) =>
      onRow ? columns.map(withMenuNoted) : columns,
    rowClick: onRow && { onRowClick },
  };
};
