import Box from '@cloudscape-design/components/box';
import type { Column } from './table-preferences.tsx';

/**
 * The columns for a narrow screen, which shows two: a column that names another in `under` is drawn
 * below that one in its cell, so that it is visible without horizontal scrolling. A dash for an
 * empty value, which a cell of its own would show, is left out there.
 */
export const stackedColumns = <T,>(
  columns: readonly Column<T>[],
  isShown: (id: string) => boolean,
): Column<T>[] => {
  const stacked = columns.filter(({ id, under }) => under && isShown(id) && isShown(under));
  return columns
    .filter((column) => !stacked.includes(column))
    .map((column) => {
      const stackedBelow = stacked.filter(({ under }) => under === column.id);
      if (stackedBelow.length === 0) return column;
      return {
        ...column,
        cell: (row: T) => (
          <>
            {column.cell(row)}
            {stackedBelow.map(({ id, cell }) => {
              const content = cell(row);
              if (content === '-') return null;
              return (
                <Box key={id} fontSize="body-s" color="text-body-secondary">
                  {content}
                </Box>
              );
            })}
          </>
        ),
      };
    });
};
