import { useState } from 'react';
import type { TableProps } from '@cloudscape-design/components/table';

/** The props that make rows of a table expandable, if rows have child rows. */
export const useExpanded = <T>(
  childRowsOf: ((row: T) => readonly T[]) | undefined,
): Pick<TableProps<T>, 'expandableRows'> => {
  const [expanded, setExpanded] = useState<readonly T[]>([]);
  if (!childRowsOf) return {};
  return {
    expandableRows: {
      getItemChildren: (row) => [...childRowsOf(row)],
      isItemExpandable: (row) => childRowsOf(row).length > 0,
      expandedItems: expanded,
      onExpandableItemToggle: ({ detail }) =>
        setExpanded((previous) => {
          const otherRows = previous.filter((row) => row !== detail.item);
          return detail.expanded ? [...otherRows, detail.item] : otherRows;
        }),
    },
  };
};
