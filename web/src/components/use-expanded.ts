import { useState } from 'react';
import type { TableProps } from '@cloudscape-design/components/table';

/** The props that make rows of a table expandable, if rows have child rows. */
export const useExpanded = <T>(
  inside: ((row: T) => readonly T[]) | undefined,
): Pick<TableProps<T>, 'expandableRows'> => {
  const [expanded, setExpanded] = useState<readonly T[]>([]);
  if (!inside) return {};
  return {
    expandableRows: {
      getItemChildren: (row) => [...inside(row)],
      isItemExpandable: (row) => inside(row).length > 0,
      expandedItems: expanded,
      onExpandableItemToggle: ({ detail }) =>
        setExpanded((before) => {
          const others = before.filter((row) => row !== detail.item);
          return detail.expanded ? [...others, detail.item] : others;
        }),
    },
  };
};
