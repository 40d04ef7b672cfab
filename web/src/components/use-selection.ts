import { useState } from 'react';

/**
 * The selection of a list, valid while it shows the same page of the same rows; `page` identifies
 * what is shown: page, size, order and filter.
 */
export const useSelection = <T extends { _id: string }>(
  visibleRows: readonly T[],
  page: string,
) => {
  const [selection, setSelection] = useState<{ page: string; ids: string[] }>({ page, ids: [] });
  return {
    chosen:
      selection.page === page ? visibleRows.filter(({ _id }) => selection.ids.includes(_id)) : [],
    choose: (rows: readonly T[]) => setSelection({ page, ids: rows.map(({ _id }) => _id) }),
  };
};
