import type { ReactNode } from 'react';
import type { Column } from './table-preferences.tsx';

/** Without a style of its own: a header stays one. */
const AtEnd = ({ children }: { children: ReactNode }) => (
  <div style={{ textAlign: 'end' }}>{children}</div>
);

/** A column of numbers: they stand at the right, so that larger ones are seen as such. */
export const numeric = <T,>(name: string, { cell, ...column }: Omit<Column<T>, 'name'>) => ({
  ...column,
  name,
  header: <AtEnd>{name}</AtEnd>,
  cell: (row: T) => <AtEnd>{cell(row)}</AtEnd>,
});
