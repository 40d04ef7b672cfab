/** A literal, case-blind substring match; no search text accepts everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());
