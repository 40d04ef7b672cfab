import type { ReactNode } from 'react';
import type { Column } from './table-preferences.tsx';

/** A plain `div` without text styles: a header keeps its own. */
const RightAligned = ({ children }: { children: ReactNode }) => (
  <div style={{ textAlign: 'end' }}>{children}</div>
);

/** A column of numbers, aligned to the right so that they can be compared. */
export const numericColumn = <T,>(name: string, { cell, ...column }: Omit<Column<T>, 'name'>) => ({
  ...column,
  name,
  header: <RightAligned>{name}</RightAligned>,
  cell: (row: T) => <RightAligned>{cell(row)}</RightAligned>,
});
