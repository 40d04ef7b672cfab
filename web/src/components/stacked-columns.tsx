import Box from '@cloudscape-design/components/box';
import type { Column } from './table-preferences.tsx';

/**
 * The columns of a narrow screen, which shows two: what is shown and names another column stands
 * below that one in its cell, so that it is seen without scrolling sideways. A dash, which fills a
 * cell of its own where there is nothing, takes no line there.
 */
export const stackedColumns = <T,>(
  columns: readonly Column<T>[],
  isShown: (id: string) => boolean,
): Column<T>[] => {
  const moved = columns.filter(({ id, under }) => under && isShown(id) && isShown(under));
  return columns
    .filter((column) => !moved.includes(column))
    .map((column) => {
      const below = moved.filter(({ under }) => under === column.id);
      if (below.length === 0) return column;
      return {
        ...column,
        cell: (row: T) => (
          <>
            {column.cell(row)}
            {below.map(({ id, cell }) => {
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
