import { useState } from 'react';

/**
 * The selection of a list, valid while it shows the same page of the same rows; `page` identifies
 * what is shown: page, size, order and filter.
 */
export const useSelection = <T extends { _id: string }>(shown: readonly T[], page: string) => {
  const [chosen, choose] = useState<{ page: string; ids: string[] }>({ page, ids: [] });
  return {
    chosen: chosen.page === page ? shown.filter(({ _id }) => chosen.ids.includes(_id)) : [],
    choose: (rows: readonly T[]) => choose({ page, ids: rows.map(({ _id }) => _id) }),
  };
};
