/** A literal, case-blind substring match; no search text accepts everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());

/** `1 run`, `2 runs`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
